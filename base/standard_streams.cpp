#include "base/standard_streams.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/text_safety.h"
#include "base/text_table.h"

namespace vta {
namespace {

constexpr size_t kStdoutBufferBytes = size_t{1} << 16;

// What stands behind `stdout`.
struct StandardOutput {
  PrintableStream text;
  int error = 0;  // errno of the first write that failed
  bool reader_left = false;
};

bool write_all(std::string_view bytes, int& error) {
  while (!bytes.empty() && error == 0) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written >= 0)
      bytes.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR)
      error = errno;
  }
  return error == 0;
}

// To whoever reads, as long as somebody does.
bool write_out(std::string_view bytes, StandardOutput& out) {
  if (out.reader_left || write_all(bytes, out.error))
    return true;
  out.reader_left = out.error == EPIPE;
  if (out.reader_left)
    out.error = 0;
  return out.reader_left;
}

ssize_t write_printable(void* output, const char* bytes, size_t count) {
  auto& out = *static_cast<StandardOutput*>(output);
  if (write_out(out.text.pass({bytes, count}), out))
    return static_cast<ssize_t>(count);
  errno = out.error;
  return 0;  // as fopencookie has it; not -1
}

StandardOutput output;
std::FILE* ours = nullptr;  // `stdout`, since the first call

void open_closed_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

void guard_standard_streams() {
  open_closed_streams();
  // A handler, where ignoring would be inherited by what is executed.
  for (const int number : {SIGPIPE, SIGXFSZ})
    ::signal(number, [](int) {});
  if (ours != nullptr)
    std::fclose(ours);
  output = {};
  cookie_io_functions_t functions{};
  functions.write = write_printable;
  std::FILE* const stream = ::fopencookie(&output, "w", functions);
  if (stream == nullptr)
    return;
  std::setvbuf(stream, nullptr, ::isatty(STDOUT_FILENO) == 1 ? _IOLBF : _IOFBF, kStdoutBufferBytes);
  ours = stdout = stream;
}

bool standard_output_failed() {
  return std::ferror(stdout) != 0 || output.error != 0;
}

OutputError standard_output_error() {
  return OutputError(
      fmt::format("cannot write the results to standard output: {}",
                  output.error != 0 ? std::strerror(output.error) : "not all were written"));
}

// fmt::print throws where it cannot write.
void write_standard_error(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void finish_standard_output() {
  const bool flushed = std::fflush(stdout) == 0 && write_out(output.text.rest(), output);
  if (!flushed || standard_output_failed())
    throw standard_output_error();
}

size_t output_width() {
  constexpr size_t kLeast = 80, kMost = 160;
  struct winsize size {};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0)
    return kTableWidth;
  return std::clamp<size_t>(size.ws_col, kLeast, kMost);
}

}  // namespace vta
