#include "base/process.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr int kCannotRun = 127;
constexpr int kSignalBase = 128;

// Runs in the child between fork and exec: only what is safe there.
[[noreturn]] void become(char* const* argv, const char* log_path, const char* directory) {
  const int in = open("/dev/null", O_RDONLY);
  const int out = open(log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2 &&
      chdir(directory) == 0)
    execvp(argv[0], argv);
  _exit(kCannotRun);
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

int run_process(const std::vector<std::string>& argv, const std::string& log_path,
                const std::string& working_directory) {
  std::vector<char*> pointers;
  for (const std::string& arg : argv)
    pointers.push_back(const_cast<char*>(arg.c_str()));
  pointers.push_back(nullptr);
  const std::string log = fs::absolute(log_path).string();
  const pid_t child = fork();
  if (child == 0)
    become(pointers.data(), log.c_str(), working_directory.c_str());
  if (child < 0)
    throw InputError(fmt::format("cannot start {}: {}", argv[0], std::strerror(errno)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

bool has_program(const std::string& name) {
  std::istringstream path(environment("PATH"));
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

std::string cache_directory() {
  std::string folder = environment("VTA_CACHE_DIR");
  if (folder.empty()) {
    const std::string xdg = environment("XDG_CACHE_HOME");
    const std::string home = environment("HOME");
    if (!xdg.empty())
      folder = xdg + "/vta";
    else if (!home.empty())
      folder = home + "/.cache/vta";
    else
      throw InputError("no place for made things: set VTA_CACHE_DIR, XDG_CACHE_HOME or HOME");
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InputError(
        fmt::format("cannot make the cache directory {}: {} (VTA_CACHE_DIR names "
                    "another)",
                    folder, error.message()));
  return folder;
}

FileLock::FileLock(const std::string& path)
    : fd_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (fd_ < 0)
    throw InputError(fmt::format("cannot open the lock {}: {}", path, std::strerror(errno)));
  while (flock(fd_, LOCK_EX) < 0 && errno == EINTR) {
  }
}

FileLock::~FileLock() {
  close(fd_);
}

}  // namespace vta
