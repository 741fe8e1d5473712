#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/addressable.h"
#include "base/error.h"
#include "base/output_file.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"

namespace vta {

namespace {

constexpr size_t kFirstPiece = size_t{1} << 16;

class Input {
 public:
  explicit Input(const std::string& path)
      : path_(path),
        fd_(path == kStandardInput ? ::dup(STDIN_FILENO)
                                   : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0)
      refuse(std::strerror(errno));
  }
  ~Input() { ::close(fd_); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // 0 where that cannot be known before it is read.
  int64_t bytes() const {
    struct stat status {};
    if (::fstat(fd_, &status) != 0)
      refuse(std::strerror(errno));
    if (S_ISDIR(status.st_mode))
      refuse("it is a directory");
    return S_ISREG(status.st_mode) ? status.st_size : 0;
  }

  size_t read(void* to, size_t most) const {
    while (true) {
      const ssize_t count = ::read(fd_, to, most);
      if (count >= 0)
        return static_cast<size_t>(count);
      if (errno != EINTR)
        refuse(std::strerror(errno));
    }
  }

 private:
  [[noreturn]] void refuse(const char* reason) const {
    throw InputError(fmt::format("cannot read '{}': {}", printable(path_), reason));
  }

  const std::string& path_;
  int fd_;
};

// Of a stream `bytes` are those that have come.
void require_size(const std::string& path, int64_t bytes, int64_t most) {
  if (bytes > most)
    throw ResourceError(fmt::format("'{}' has {} or more: a file of this kind may have {}",
                                    printable(path), binary_bytes_text(bytes),
                                    binary_bytes_text(most)));
  const std::string what = fmt::format("reading '{}'", printable(path));
  resources().require_bytes(bytes, what);
  require_addressable(bytes, what);
}

template <typename Bytes>
Bytes read_whole(const std::string& path, int64_t most) {
  const Input input(path);
  const int64_t known = input.bytes();
  require_size(path, known, most);
  Bytes bytes;
  size_t used = 0;
  bytes.resize(known > 0 ? static_cast<size_t>(known) + 1 : kFirstPiece);
  while (const size_t count = input.read(bytes.data() + used, bytes.size() - used)) {
    used += count;
    require_size(path, static_cast<int64_t>(used), most);
    if (used < bytes.size())
      continue;  // else it grows, and for a moment both are there
    resources().require_bytes(static_cast<int64_t>(3 * used),
                              fmt::format("reading '{}'", printable(path)));
    const auto limit = static_cast<size_t>(std::min(most, kAddressableBytes));
    bytes.resize(std::min(2 * used, std::max(used, limit) + 1));
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

bool file_exists(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

std::string read_text_file(const std::string& path, int64_t most) {
  return read_whole<std::string>(path, most);
}

std::vector<std::byte> read_file(const std::string& path) {
  return read_whole<std::vector<std::byte>>(path, std::numeric_limits<int64_t>::max());
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  file.commit();
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  write_text_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace vta
