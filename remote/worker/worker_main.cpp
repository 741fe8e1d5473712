#include "remote/worker/worker_main.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "base/error.h"
#include "base/process.h"
#include "remote/worker/message_pipe.h"
#include "remote/worker/worker_session.h"

namespace vta::remote {
namespace {

// What a sanitizer keeps of memory is memory, too.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kHasShadow = true;
#else
constexpr bool kHasShadow = false;
#endif

void limit(int resource, rlim_t most) {
  rlimit now{};
  ::getrlimit(resource, &now);
  now.rlim_cur = std::min(now.rlim_max, most);
  now.rlim_max = now.rlim_cur;
  ::setrlimit(resource, &now);
}

// What a client can make this process do is bounded by the system too. Two device memories are
// reserved (runs and frames have their own), as much again is for programs and tensors, and some is
// the program's own.
void limit_self(const v1::Limits& limits) {
  constexpr int64_t kOwnBytes = int64_t{512} << 20;
  if (!kHasShadow)
    limit(RLIMIT_DATA, static_cast<rlim_t>(3 * limits.memory_bytes() + kOwnBytes));
  limit(RLIMIT_CORE, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// A worker in the middle of a launch does not read: who sees that its server is gone is this
// thread.
void end_with_server(int fd) {
  std::thread([fd] {
    while (true) {
      pollfd one = {fd, POLLRDHUP, 0};
      if (::poll(&one, 1, -1) > 0 && (one.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
        ::_exit(0);
    }
  }).detach();
}

}  // namespace

int worker_main() {
  // The server ends its workers itself: Ctrl-C at a terminal and a drain let a launch finish.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  MessagePipe pipe(kStartedSocket);
  v1::Limits limits;
  if (pipe.receive(limits, {}) != MessagePipe::End::Got)
    throw UsageError(
        "serve-worker is for vta serve, which starts it with a socket as descriptor 3");
  limit_self(limits);
  end_with_server(kStartedSocket);
  WorkerSession session(limits);
  v1::Request request;
  while (pipe.receive(request, {}) == MessagePipe::End::Got)
    session.answer(request, [&](const v1::Reply& reply) {
      if (pipe.send(reply, {}) != MessagePipe::End::Got)
        ::_exit(0);
    });
  return 0;
}

}  // namespace vta::remote
