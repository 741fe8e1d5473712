#include "remote/credentials/secret_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace vta::remote {
namespace {

constexpr int64_t kMostSecretBytes = 64 << 10;

class OpenSecret {
 public:
  explicit OpenSecret(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenSecret() {
    if (fd_ >= 0)
      ::close(fd_);
  }
  OpenSecret(const OpenSecret&) = delete;
  OpenSecret& operator=(const OpenSecret&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

std::string read_secret_file(const std::string& path, std::string_view what) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{} '{}': {}", what, path, why));
  };
  const OpenSecret file(path);
  if (file.get() < 0)
    refuse(std::strerror(errno));
  struct stat state {};
  if (::fstat(file.get(), &state) != 0)
    refuse(std::strerror(errno));
  if (!S_ISREG(state.st_mode))
    refuse("is not a regular file");
  if (state.st_uid != ::geteuid() && state.st_uid != 0)
    refuse(fmt::format("belongs to user {}, legal are {} (the present user) and 0", state.st_uid,
                       ::geteuid()));
  if ((state.st_mode & 077) != 0)
    refuse(
        fmt::format("users other than its owner have access to it (mode {:03o}), legal are 600 and "
                    "400: chmod 600",
                    state.st_mode & 0777));
  if (state.st_size == 0 || state.st_size > kMostSecretBytes)
    refuse(fmt::format("has {} bytes, legal are 1 to {}", state.st_size, kMostSecretBytes));
  std::string text(static_cast<size_t>(state.st_size), '\0');
  size_t got = 0;
  while (got < text.size()) {
    const ssize_t n = ::read(file.get(), text.data() + got, text.size() - got);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      refuse(n < 0 ? std::strerror(errno) : "became shorter while it was read");
    got += static_cast<size_t>(n);
  }
  return text;
}

}  // namespace vta::remote
