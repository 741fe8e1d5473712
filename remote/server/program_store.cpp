#include "remote/server/program_store.h"

#include <openssl/evp.h>

#include <algorithm>

#include "base/error.h"

namespace vta::remote {

std::string sha256(std::string_view bytes) {
  std::string out(kHashBytes, '\0');
  unsigned int size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(out.data()), &size,
                 EVP_sha256(), nullptr);
  VTA_CHECK(done == 1 && size == kHashBytes, "SHA-256 gave {} bytes", size);
  return out;
}

ProgramStore::File ProgramStore::find(std::string_view hash) {
  const std::scoped_lock lock(mutex_);
  const auto it = std::ranges::find(entries_, hash, &Entry::hash);
  if (it == entries_.end())
    return nullptr;
  entries_.splice(entries_.begin(), entries_, it);
  return entries_.front().file;
}

ProgramStore::File ProgramStore::add(const std::string& hash, std::string bytes) {
  if (File there = find(hash))
    return there;
  const auto file = std::make_shared<const std::string>(std::move(bytes));
  const auto size = static_cast<int64_t>(file->size());
  if (size > most_bytes_)
    return file;
  const std::scoped_lock lock(mutex_);
  entries_.push_front({hash, file});
  bytes_ += size;
  while (bytes_ > most_bytes_) {
    bytes_ -= static_cast<int64_t>(entries_.back().file->size());
    entries_.pop_back();
  }
  return file;
}

ProgramStore::Incoming::~Incoming() {
  const std::scoped_lock lock(store_->mutex_);
  store_->incoming_ -= bytes_;
}

bool ProgramStore::Incoming::more(int64_t bytes) {
  const std::scoped_lock lock(store_->mutex_);
  if (bytes > store_->most_bytes_ - store_->incoming_)
    return false;
  bytes_ += bytes;
  store_->incoming_ += bytes;
  return true;
}

int64_t ProgramStore::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

}  // namespace vta::remote
