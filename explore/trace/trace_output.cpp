#include "explore/trace/trace_output.h"

#include <fcntl.h>
#include <zlib.h>

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace vta::explore {
namespace {

constexpr unsigned kBuffer = 1u << 17;
// "T": as it is, through the same calls.
constexpr const char* kCompressed = "wb6";
constexpr const char* kPlain = "wbT";

const std::string& checked_name(const std::string& path) {
  if (path.ends_with(".json.gz") || path.ends_with(".json"))
    return path;
  throw UsageError(fmt::format(
      "'{}': the name of a trace ends with .json, or with .json.gz for compression", path));
}

}  // namespace

// The stream closes the descriptor that it has: it gets its own.
TraceOutput::TraceOutput(const std::string& path) : file_(checked_name(path)) {
  errno = 0;
  const int fd = ::fcntl(file_.fd(), F_DUPFD_CLOEXEC, 0);
  if (fd >= 0)
    stream_ = gzdopen(fd, path.ends_with(".gz") ? kCompressed : kPlain);
  if (stream_ == nullptr)
    file_.refuse(errno);
  gzbuffer(stream_, kBuffer);
}

TraceOutput::~TraceOutput() {
  if (stream_ != nullptr)
    gzclose(stream_);
}

void TraceOutput::write(std::string_view text) {
  errno = 0;
  if (!text.empty() && gzwrite(stream_, text.data(), static_cast<unsigned>(text.size())) == 0) {
    error_ = error_ != 0 ? error_ : errno;  // a stream that has failed says nothing new
    file_.refuse(error_);
  }
  text_bytes_ += static_cast<int64_t>(text.size());
}

void TraceOutput::close() {
  errno = 0;
  if (gzclose(std::exchange(stream_, nullptr)) != Z_OK)
    file_.refuse(errno);
  file_.commit();
}

}  // namespace vta::explore
