#include "remote/worker/worker_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "remote/worker/worker_main.h"

namespace vta::remote {
namespace {

[[noreturn]] void fail(const char* what, int error) {
  throw ResourceError(fmt::format("no worker for the session: {}: {}", what, std::strerror(error)));
}

// The server's own, but for what says whether models may be built.
std::vector<std::string> environment_of(const WorkerProgram& program) {
  std::vector<std::string> out;
  for (char** one = environ; *one != nullptr; ++one)
    if (!std::string_view(*one).starts_with("VTA_TSIM_BUILD="))
      out.emplace_back(*one);
  out.emplace_back(program.allow_build ? "VTA_TSIM_BUILD=1" : "VTA_TSIM_BUILD=0");
  return out;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts)
    out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// Of all that the server has open a worker gets its socket, and the three standard streams, the
// first of them empty.
int spawn(const WorkerProgram& program, int socket, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, kWorkerSocket);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, kWorkerSocket + 1);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&how, 0);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&how, &none);
  std::vector<std::string> arguments = {"vta", kWorkerCommand};
  std::vector<std::string> environment = environment_of(program);
  const int error = ::posix_spawn(&pid, program.path.c_str(), &files, &how,
                                  pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// Without memory it says so itself, or the system kills it. (The signal that ends it here may come
// before.)
bool is_for_memory(int status) {
  return WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL
                             : WEXITSTATUS(status) == static_cast<int>(ExitCode::ResourceLimit);
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerProgram& program, const v1::Limits& limits) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    fail("a socket", errno);
  const int room = 4 << 20;  // a picture at once, where the system allows it
  for (const int end : ends)
    ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  pipe_ = std::make_unique<MessagePipe>(ends[0]);
  // dup2 onto its own number would leave close-on-exec set.
  int theirs = ends[1];
  if (theirs == kWorkerSocket) {
    theirs = ::fcntl(theirs, F_DUPFD_CLOEXEC, kWorkerSocket + 1);
    ::close(ends[1]);
  }
  if (theirs < 0)
    fail("a descriptor", errno);
  const int error = spawn(program, theirs, pid_);
  ::close(theirs);
  if (error != 0) {
    pid_ = -1;
    fail(program.path.c_str(), error);
  }
  pipe_->send(limits, {MessagePipe::Clock::now() + std::chrono::seconds(10)});
}

WorkerProcess::~WorkerProcess() {
  end();
}

Worker::Ending WorkerProcess::end() {
  if (pid_ < 0)
    return {"ended"};
  ::kill(-pid_, SIGKILL);  // with what it may have started
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return {ending_text(status), is_for_memory(status)};
}

}  // namespace vta::remote
