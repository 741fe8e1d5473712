#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/interruption.h"
#include "base/signal_cleanup.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr int kCannotRun = 127;
constexpr int kSignalBase = 128;
constexpr std::chrono::milliseconds kLook{20};

// Runs in the child between fork and exec: only what is safe there. A group of its own, so that all
// that it starts can be ended; it ends with its parent, however that ends.
[[noreturn]] void become(char* const* argv, const char* log_path, const char* directory,
                         pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int in = open("/dev/null", O_RDONLY);
  const int out = open(log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (getppid() == parent && in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 &&
      dup2(out, 2) == 2 && chdir(directory) == 0)
    execvp(argv[0], argv);
  _exit(kCannotRun);
}

class Child {
 public:
  Child(const std::vector<std::string>& argv, const std::string& log, const std::string& folder) {
    std::vector<char*> pointers;
    for (const std::string& arg : argv)
      pointers.push_back(const_cast<char*>(arg.c_str()));
    pointers.push_back(nullptr);
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0)
      become(pointers.data(), log.c_str(), folder.c_str(), parent);
    if (pid_ < 0)
      throw ResourceError(fmt::format("cannot start {}: {}", argv[0], std::strerror(errno)));
    setpgid(pid_, pid_);  // whoever comes first
    cleanup_.end_process_group(pid_);
  }

  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Who was waiting for it has given up.
  ~Child() {
    if (pid_ < 0)
      return;
    kill(-pid_, SIGTERM);
    collect();
  }

  bool ended() {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == pid_;
  }

  int wait() {
    while (scoped_interruption() != nullptr && !ended()) {
      check_interruption();
      std::this_thread::sleep_for(kLook);
    }
    const int status = collect();
    return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  int collect() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

  pid_t pid_ = -1;
  SignalCleanup cleanup_;
};

}  // namespace

int run_process(const std::vector<std::string>& argv, const std::string& log_path,
                const std::string& working_directory) {
  Child child(argv, fs::absolute(log_path).string(), working_directory);
  return child.wait();
}

int run_process_watched(const std::vector<std::string>& argv, const std::string& log_path,
                        const std::string& working_directory,
                        const std::function<void()>& waiting) {
  using namespace std::chrono_literals;
  Child child(argv, fs::absolute(log_path).string(), working_directory);
  while (!child.ended()) {
    check_interruption();
    waiting();
    std::this_thread::sleep_for(100ms);
  }
  return child.wait();
}

ProcessOutput output_of(const std::vector<std::string>& argv) {
  const int file = ::memfd_create("output", MFD_CLOEXEC);
  if (file < 0)
    throw ResourceError(fmt::format("cannot start {}: {}", argv[0], std::strerror(errno)));
  ProcessOutput output;
  const std::string path = fmt::format("/proc/self/fd/{}", file);
  output.status = Child(argv, path, ".").wait();
  std::ifstream in(path);
  output.text.assign(std::istreambuf_iterator<char>(in), {});
  close(file);
  return output;
}

std::string ending_text(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return fmt::format("ended by signal {} ({})", WTERMSIG(wait_status),
                       strsignal(WTERMSIG(wait_status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

bool has_program(const std::string& name) {
  const char* const folders = std::getenv("PATH");
  std::istringstream path(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(path, folder, ':');) {
    if (access((fs::path(folder) / name).c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

std::string tail_of(const std::string& path, int lines) {
  std::ifstream in(path);
  std::deque<std::string> last;
  for (std::string line; std::getline(in, line);) {
    last.push_back(line);
    if (last.size() > static_cast<size_t>(lines))
      last.pop_front();
  }
  return fmt::format("{}", fmt::join(last, "\n"));
}

FileLock::FileLock(const std::string& path) {
  take(path, true);
}

std::optional<FileLock> FileLock::take_if_free(const std::string& path) {
  FileLock lock;
  if (!lock.take(path, false))
    return std::nullopt;
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

// A lock may be removed by who holds it: a lock on a file that is no longer there holds nobody out.
bool FileLock::take(const std::string& path, bool wait) {
  struct stat held {
  }, there{};
  do {
    if (fd_ >= 0)
      close(fd_);
    fd_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd_ < 0)
      throw InputError(fmt::format("cannot open the lock {}: {}", path, std::strerror(errno)));
    while (flock(fd_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) < 0) {
      if (errno == EWOULDBLOCK)
        return false;
      if (errno != EINTR)
        throw InputError(fmt::format("cannot take the lock {}: {}", path, std::strerror(errno)));
    }
  } while (fstat(fd_, &held) != 0 || stat(path.c_str(), &there) != 0 ||
           held.st_ino != there.st_ino || held.st_dev != there.st_dev);
  return true;
}

FileLock::~FileLock() {
  if (fd_ >= 0)
    close(fd_);
}

}  // namespace vta
