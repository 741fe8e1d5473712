#include "explore/sweep/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/process.h"

namespace vta::explore {
namespace {

// In front of what the child writes: its exit code, Ok before an answer.
char mark(ExitCode code) {
  return static_cast<char>(code);
}

void write_all(int pipe, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = write(pipe, text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      _exit(1);
    at += static_cast<size_t>(n);
  }
}

// Until the child has closed its end; `look` is called a few times a second while it is silent.
std::string read_all(int pipe, const std::function<void()>& look) {
  constexpr int kPatienceMs = 100;
  std::string text;
  struct pollfd wanted {
    pipe, POLLIN, 0
  };
  while (poll(&wanted, 1, kPatienceMs) <= 0)
    look();
  std::array<char, 4096> bytes;
  while (true) {
    const ssize_t n = read(pipe, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return text;
    text.append(bytes.data(), static_cast<size_t>(n));
  }
}

[[noreturn]] void work(const std::function<std::string()>& function, int pipe) {
  std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent decides
  std::signal(SIGTERM, SIG_DFL);
  const auto fail = [pipe](ExitCode code, const std::string& what) {
    write_all(pipe, mark(code) + what);
  };
  try {
    write_all(pipe, mark(ExitCode::Ok) + function());
  } catch (const Error& e) {
    fail(e.exit_code(), e.what());
  } catch (const std::bad_alloc&) {
    fail(ExitCode::ResourceLimit, "out of memory");
  } catch (const std::exception& e) {
    fail(ExitCode::Internal, e.what());
  }
  _exit(0);
}

}  // namespace

ChildReport run_in_child(const std::function<std::string()>& function,
                         const std::function<bool()>& stop) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw ResourceError(fmt::format("no pipe to a process: {}", std::strerror(errno)));
  std::fflush(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0)
    throw ResourceError(fmt::format("no process for a point: {}", std::strerror(errno)));
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(0);
    close(ends[0]);
    work(function, ends[1]);
  }
  close(ends[1]);
  const std::string text = read_all(ends[0], [&] {
    if (stop && stop())
      kill(pid, SIGTERM);
  });
  close(ends[0]);
  int status = 0;
  struct rusage usage {};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  ChildReport report;
  report.seconds = seconds_since(start);
  report.peak_mb = static_cast<double>(usage.ru_maxrss) / 1024;
  if (status != 0 || text.empty()) {
    report.failure = "its process " + ending_text(status);
    // The kernel kills with it whoever takes the last of the memory.
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    report.code = killed ? ExitCode::ResourceLimit : ExitCode::Internal;
  } else {
    report.code = static_cast<ExitCode>(text.front());
    (report.code == ExitCode::Ok ? report.answer : report.failure) = text.substr(1);
  }
  return report;
}

}  // namespace vta::explore
