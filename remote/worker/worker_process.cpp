#include "remote/worker/worker_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/process.h"
#include "remote/worker/worker_main.h"

namespace vta::remote {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw ResourceError(fmt::format("no worker for the session: {}", what));
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
    fail(fmt::format("a socket: {}", std::strerror(errno)));
  const int room = 4 << 20;  // a picture at once, where the system allows it
  for (const int end : ends)
    ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  pipe_ = std::make_unique<MessagePipe>(ends[0]);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  std::string failure = nothing < 0 ? fmt::format("/dev/null: {}", std::strerror(errno)) : "";
  try {
    // Threads of the server come and go: it does not end with the one that has started it.
    if (failure.empty())
      program_.emplace(ProgramStart{
          .argv = {"vta", kWorkerCommand},
          .path = program.path,
          .environment = {program.allow_build ? "VTA_TSIM_BUILD=1" : "VTA_TSIM_BUILD=0"},
          .streams = {nothing, nothing, STDERR_FILENO},
          .socket = ends[1],
          .ends_by = SIGKILL,
          .ends_with_thread = false});
  } catch (const ResourceError& e) {
    failure = e.what();
  }
  ::close(nothing);
  ::close(ends[1]);
  if (!failure.empty())
    fail(failure);
  pipe_->send(limits, {MessagePipe::Clock::now() + std::chrono::seconds(10)});
}

Worker::Ending WorkerProcess::end() {
  if (pid() < 0)
    return {"ended"};
  const int status = program_->end(SIGKILL);
  return {ending_text(status), is_for_memory(status)};
}

}  // namespace vta::remote
