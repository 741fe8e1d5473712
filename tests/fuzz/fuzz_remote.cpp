// What a client of a server may send, to those that would answer it: a sequence of requests, each
// behind its length. They go to the worker of a session as vta serve has it, and through the
// server's half of a session, twice, with the worker as a thread. Nothing is run for long.
#include <google/protobuf/stubs/logging.h>

#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "remote/server/session.h"
#include "remote/worker/worker_session.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/fuzz/mutate_message.h"
#include "tests/fuzz/require_reply.h"

namespace {

using vta::fuzz::require_reply;
using vta::remote::MessagePipe;
using vta::remote::v1::Reply;
using vta::remote::v1::Request;

constexpr size_t kMostRequests = 16;

vta::remote::ServerLimits limits() {
  vta::remote::ServerLimits few;
  few.workers = 1;
  few.waiting = 1;
  few.total_memory = int64_t{6} << 20;
  few.program_memory = int64_t{64} << 10;
  few.session_memory = int64_t{4} << 20;
  few.launch_cycles = 1 << 20;
  few.launch_seconds = 5;
  few.queued_runs = 4;
  few.message_bytes = int64_t{1} << 20;
  return few;
}

// A session's worker in this process.
class WorkerThread final : public vta::remote::Worker {
 public:
  explicit WorkerThread(const vta::remote::v1::Limits& limits) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      std::abort();
    pipe_ = std::make_unique<MessagePipe>(ends[0]);
    thread_ = std::thread([limits, fd = ends[1]] { serve(limits, fd); });
  }
  ~WorkerThread() override { end(); }
  MessagePipe& pipe() override { return *pipe_; }
  Ending end() override {
    if (thread_.joinable()) {
      ::shutdown(pipe_->fd(), SHUT_RDWR);
      thread_.join();
    }
    return {"ended"};
  }

 private:
  static void serve(const vta::remote::v1::Limits& limits, int fd) {
    MessagePipe pipe(fd);
    vta::remote::WorkerSession session(limits);
    Request request;
    bool there = true;
    while (there && pipe.receive(request, {}) == MessagePipe::End::Got)
      session.answer(request, [&](const Reply& reply) {
        there = pipe.send(reply, {}) == MessagePipe::End::Got;
      });
  }

  std::unique_ptr<MessagePipe> pipe_;
  std::thread thread_;
};

std::vector<Request> requests_of(std::span<const std::byte> bytes) {
  std::vector<Request> requests;
  while (requests.size() < kMostRequests && bytes.size() >= 4) {
    uint32_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes = bytes.subspan(4);
    size = static_cast<uint32_t>(std::min<size_t>(size, bytes.size()));
    if (Request request; request.ParseFromArray(bytes.data(), static_cast<int>(size)))
      requests.push_back(std::move(request));
    bytes = bytes.subspan(size);
  }
  return requests;
}

// What would take long by design: tsim builds a model, a timing repeats.
bool is_short(const Request& request) {
  return request.open().backend() != "tsim" && request.run().repeat() <= 2 &&
         request.run().number() <= 2;
}

// A worker gets a whole program as one part; a server is told before what comes.
std::vector<Request> announced(const std::vector<Request>& requests) {
  std::vector<Request> out;
  for (const Request& request : requests) {
    if (request.has_chunk()) {
      auto& program = *out.emplace_back().mutable_program();
      program.set_sha256(vta::remote::sha256(request.chunk().data()));
      program.set_size_bytes(static_cast<int64_t>(request.chunk().data().size()));
    }
    out.push_back(request);
  }
  return out;
}

// A session from its first request to its end.
void serve(vta::remote::ServerState& server, std::vector<Request> requests) {
  const uint64_t id = server.sessions.enter("somebody");
  try {
    vta::remote::Session session(
        server, id,
        [](const Reply& reply) {
          require_reply(reply);
          return true;
        },
        [] { return false; });
    for (Request& request : requests)
      session.handle(request);
  } catch (const vta::remote::SessionOver& over) {
    if (over.text.empty() || over.why == vta::remote::SessionOver::Why::DeadlineExceeded)
      std::abort();  // says nothing; or hung
  }
  server.sessions.leave(id);
}

// The requests as they are, or, as the input says, each of them changed as a message.
void answer_all(std::span<const std::byte> bytes) {
  std::vector<Request> requests = requests_of(bytes);
  std::vector<Request> told = announced(requests);
  std::mt19937_64 random(vta::hash64(bytes));
  if (!bytes.empty() && std::to_integer<int>(bytes.back()) % 2 == 1)
    for (std::vector<Request>* all : {&requests, &told})
      for (Request& request : *all)
        for (size_t n = random() % 4; n > 0; --n)
          vta::fuzz::mutate_message(request, random);
  for (std::vector<Request>* all : {&requests, &told})
    std::erase_if(*all, [](const Request& request) { return !is_short(request); });
  vta::remote::WorkerSession session(limits().of_session());
  for (const Request& request : requests)
    session.answer(request, require_reply);
  vta::remote::ServerState server(limits(), [](const vta::remote::v1::Limits& of_session) {
    return std::make_unique<WorkerThread>(of_session);
  });
  serve(server, told);
  serve(server, std::move(told));
  // What the sessions had is free again.
  vta::remote::ProgramStore::Incoming all(server.programs);
  if (server.sessions.size() != 0 || server.queue.waiting() != 0 ||
      !all.more(limits().program_memory))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const google::protobuf::LogSilencer quiet;
  return vta::fuzz::within_limits(data, size, answer_all);
}
