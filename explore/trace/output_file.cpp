#include "explore/trace/output_file.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace vta::explore {
namespace {

constexpr unsigned kBuffer = 1u << 17;
// "T": as it is, through the same calls.
constexpr const char* kCompressed = "wb6";
constexpr const char* kPlain = "wbT";

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  const bool compressed = path.ends_with(".json.gz");
  if (!compressed && !path.ends_with(".json"))
    throw UsageError(fmt::format(
        "'{}': a trace's name ends with .json, or with .json.gz to be compressed", path));
  errno = 0;
  file_ = gzopen(path.c_str(), compressed ? kCompressed : kPlain);
  if (file_ == nullptr)
    fail(errno != 0 ? std::strerror(errno) : "out of memory");
  gzbuffer(file_, kBuffer);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr)
    gzclose(file_);
}

void OutputFile::fail(const std::string& reason) const {
  throw InputError(fmt::format("cannot write '{}': {}", path_, reason));
}

void OutputFile::write(std::string_view text) {
  errno = 0;
  if (!text.empty() && gzwrite(file_, text.data(), static_cast<unsigned>(text.size())) == 0)
    fail(errno != 0 ? std::strerror(errno) : "compression failed");
  text_bytes_ += static_cast<int64_t>(text.size());
}

void OutputFile::close() {
  errno = 0;
  if (gzclose(std::exchange(file_, nullptr)) != Z_OK)
    fail(errno != 0 ? std::strerror(errno) : "compression failed");
}

}  // namespace vta::explore
