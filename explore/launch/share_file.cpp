#include "explore/launch/share_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/frame.h"
#include "base/resource_policy.h"

namespace vta::explore {
namespace {

constexpr std::string_view kMagic = "VTAS";
constexpr size_t kIdentitySize = 16;
constexpr size_t kHeadSize = kMagic.size() + 1 + kIdentitySize;

std::string head_of(const std::string& identity) {
  return std::string(kMagic) + static_cast<char>(kShareVersion) + identity;
}

// Everything from `offset` on; empty where there is no such file.
std::string bytes_from(const std::string& path, int64_t offset) {
  std::ifstream in(path, std::ios::binary);
  if (!in.seekg(0, std::ios::end))
    return {};
  const auto bytes = static_cast<int64_t>(in.tellg()) - offset;
  resources().require_bytes(bytes, fmt::format("reading '{}'", path));
  if (bytes <= 0 || !in.seekg(offset))
    return {};
  return {std::istreambuf_iterator<char>(in), {}};
}

void check_head(std::string_view head, const std::string& path, const std::string& identity) {
  if (!head.starts_with(kMagic))
    throw InputError(fmt::format("{}: not the share of a sweep's task: it does not begin with {}",
                                 path, kMagic));
  if (const int version = static_cast<uint8_t>(head[kMagic.size()]); version != kShareVersion)
    throw InputError(fmt::format("{}: a share of version {}, this program knows {}", path, version,
                                 kShareVersion));
  const std::string_view other = head.substr(kMagic.size() + 1);
  if (other != identity)
    throw InputError(
        fmt::format("{}: a share of the sweep {}, not of this sweep {}: the specification or the "
                    "program has changed since",
                    path, other, identity));
}

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      throw OutputError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

ShareReader::ShareReader(std::string path, std::string identity)
    : path_(std::move(path)), identity_(std::move(identity)) {
  VTA_CHECK(identity_.size() == kIdentitySize, "identity '{}' of a sweep", identity_);
}

std::vector<std::string> ShareReader::poll() {
  const std::string all = bytes_from(path_, offset_);
  std::string_view bytes = all;
  if (offset_ == 0) {
    if (bytes.size() < kHeadSize)
      return {};
    check_head(bytes.substr(0, kHeadSize), path_, identity_);
    bytes.remove_prefix(kHeadSize);
    offset_ = kHeadSize;
  }
  const size_t before = bytes.size();
  std::vector<std::string> payloads;
  for (std::string payload; take_frame(bytes, payload) == FrameEnd::Whole;)
    payloads.push_back(payload);
  offset_ += static_cast<int64_t>(before - bytes.size());
  return payloads;
}

ShareWriter::ShareWriter(const std::string& path, const std::string& identity) : path_(path) {
  ShareReader reader(path, identity);
  earlier_ = reader.poll();
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd_ < 0 || ::ftruncate(fd_, reader.complete_bytes()) != 0)
    throw OutputError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  if (reader.complete_bytes() == 0)
    write_all(fd_, head_of(identity), path);
}

ShareWriter::~ShareWriter() {
  ::fsync(fd_);
  ::close(fd_);
}

void ShareWriter::append(std::string_view payload) {
  write_all(fd_, framed(payload), path_);
}

}  // namespace vta::explore
