#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr int kCannotRun = 127;
constexpr int kSignalBase = 128;
constexpr std::chrono::milliseconds kLook{20}, kWatch{100};

struct Descriptor {
  const int fd;
  explicit Descriptor(int opened) : fd(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd >= 0)
      ::close(fd);
  }
};

// What the program is started with, made before: nothing may be allocated between vfork and exec.
struct Launch {
  const ProgramStart& start;
  const char* path;
  std::vector<char*> argv, environment;
  pid_t parent = ::getpid();
  sigset_t mask{};  // of the thread that starts it
  int error = 0;    // why it could not
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::vector<std::string>& changed) {
  std::vector<std::string> all = changed;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text = *one;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    if (std::ranges::none_of(changed, [&](const auto& c) { return c.starts_with(name); }))
      all.emplace_back(text);
  }
  return all;
}

// Where both are the same, dup2() would leave close-on-exec set; one that is closed stays so.
bool give(int descriptor, int as) {
  if (descriptor != as)
    return ::dup2(descriptor, as) == as;
  return ::fcntl(as, F_SETFD, 0) == 0 || errno == EBADF;
}

// A handler of this process would run in the child, with this process's memory.
void reset_signals(bool all_as_usual, const sigset_t& mask) {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction now {};
    const bool usual = all_as_usual && (number == SIGINT || number == SIGTERM || number == SIGHUP ||
                                        number == SIGPIPE);
    if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_DFL &&
        (now.sa_handler != SIG_IGN || usual))
      ::signal(number, SIG_DFL);
  }
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
}

// Runs in the child, which shares this process's memory until exec: it calls only functions that
// are safe in a signal handler, and writes to nothing but `launch`. It returns if exec fails.
void become(Launch& launch) {
  const ProgramStart& start = launch.start;
  const bool is_worker = start.socket >= 0;
  if (start.own_group)
    ::setpgid(0, 0);
  if (start.ends_with_thread) {
    ::prctl(PR_SET_PDEATHSIG, start.ends_by);
    if (::getppid() != launch.parent)  // it has ended before
      return;
  }
  bool given = true;
  for (int stream = 0; stream < 3; ++stream)
    given = given && give(start.streams[static_cast<size_t>(stream)], stream);
  if (is_worker) {
    given = given && give(start.socket, kStartedSocket);
    ::close_range(kStartedSocket + 1, ~0U, 0);
  }
  sigset_t none;
  ::sigemptyset(&none);
  reset_signals(is_worker, is_worker ? none : launch.mask);
  if (given && ::chdir(start.directory.c_str()) == 0)
    ::execvpe(launch.path, launch.argv.data(), launch.environment.data());
  launch.error = errno;
}

// Signals wait while one lives: no handler runs in the child, and none ends this process between
// the start of a program and the note that the program must end, too.
class SignalsWait {
 public:
  explicit SignalsWait(sigset_t& before) : before_(before) {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
  }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  const sigset_t& before_;
};

// A separate function, because vfork returns twice: no variable of the caller is in its frame.
pid_t start_child(Launch& launch) {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    become(launch);
    ::_exit(kCannotRun);
  }
  if (pid < 0)
    launch.error = errno;
  return pid;
}

int collect(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// With stdin empty, and stdout and stderr going to `log`.
int run_with_log(const std::vector<std::string>& argv, int log, const std::string& directory,
                 const std::function<void()>& waiting) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.fd < 0 || log < 0)
    return kCannotRun;
  try {
    RunningProgram program(
        {.argv = argv, .directory = directory, .streams = {nothing.fd, log, log}});
    while ((waiting || scoped_interruption() != nullptr) &&
           !program.ended_within(waiting ? kWatch : kLook)) {
      check_interruption();
      if (waiting)
        waiting();
    }
    return exit_status(program.wait());
  } catch (const CannotRun&) {
    return kCannotRun;
  }
}

int open_log(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

}  // namespace

RunningProgram::RunningProgram(const ProgramStart& start)
    : ends_by_(start.ends_by), own_group_(start.own_group) {
  std::vector<std::string> argv = start.argv, environment = environment_with(start.environment);
  Launch launch{start, start.path.empty() ? argv[0].c_str() : start.path.c_str(), pointers_to(argv),
                pointers_to(environment)};
  {
    const SignalsWait until_noted(launch.mask);
    pid_ = start_child(launch);
    if (launch.error == 0 && own_group_)
      cleanup_.end_process_group(pid_);
  }
  const std::string text =
      fmt::format("cannot start '{}': {}", launch.path, std::strerror(launch.error));
  if (pid_ < 0)
    throw ResourceError(text);
  if (launch.error != 0) {
    collect(pid_);
    throw CannotRun(text);
  }
}

RunningProgram::~RunningProgram() {
  end(ends_by_);
}

bool RunningProgram::ended_within(std::chrono::milliseconds time) const {
  const auto until = std::chrono::steady_clock::now() + time;
  while (true) {
    siginfo_t info{};
    if (pid_ < 0 ||
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == pid_)
      return true;
    const auto left = until - std::chrono::steady_clock::now();
    if (left <= left.zero())
      return false;
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, kLook / 4));
  }
}

void RunningProgram::signal(int number) const {
  if (pid_ > 0)
    ::kill(own_group_ ? -pid_ : pid_, number);
}

int RunningProgram::wait() {
  return collect(std::exchange(pid_, -1));
}

int RunningProgram::end(int number) {
  if (pid_ < 0)
    return 0;
  signal(number);
  return wait();
}

int run_process(const std::vector<std::string>& argv, const std::string& log_path,
                const std::string& working_directory) {
  return run_process_watched(argv, log_path, working_directory, {});
}

int run_process_watched(const std::vector<std::string>& argv, const std::string& log_path,
                        const std::string& working_directory,
                        const std::function<void()>& waiting) {
  const Descriptor log(open_log(log_path));
  return run_with_log(argv, log.fd, working_directory, waiting);
}

ProcessOutput output_of(const std::vector<std::string>& argv) {
  const Descriptor file(::memfd_create("output", MFD_CLOEXEC));
  if (file.fd < 0)
    throw ResourceError(fmt::format("cannot start '{}': {}", argv[0], std::strerror(errno)));
  ProcessOutput output;
  output.status = run_with_log(argv, file.fd, ".", {});
  std::ifstream in(fmt::format("/proc/self/fd/{}", file.fd));
  output.text.assign(std::istreambuf_iterator<char>(in), {});
  return output;
}

int exit_status(int wait_status) {
  return WIFSIGNALED(wait_status) ? kSignalBase + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
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
