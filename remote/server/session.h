// A session on the server's side, apart from how its messages travel: limits, turns, the program's
// upload, its worker.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "remote/server/fair_queue.h"
#include "remote/server/program_store.h"
#include "remote/server/server_limits.h"
#include "remote/server/session_table.h"
#include "remote/worker/worker.h"

namespace vta::remote {

// State shared by all sessions of a server.
struct ServerState {
  ServerState(const ServerLimits& l, MakeWorker make)
      : limits(l),
        make_worker(std::move(make)),
        queue(l.workers, l.waiting),
        programs(l.program_memory),
        sessions(l.sessions, l.total_memory) {}

  ServerLimits limits;
  MakeWorker make_worker;
  FairQueue queue;
  ProgramStore programs;
  SessionTable sessions;
};

// Why a session ends; the statuses of vta_device.proto.
struct SessionOver {
  enum class Why {
    ResourceExhausted,
    DeadlineExceeded,
    Unavailable,
    InvalidArgument,
    Version,
    Gone
  };
  Why why;
  std::string text;
};

class Session {
 public:
  // `send` is false where the client is gone; so says `gone`, too, while it is waited for
  // something.
  using Send = std::function<bool(const v1::Reply&)>;
  using Gone = std::function<bool()>;

  // `id` is of ServerState::sessions.
  Session(ServerState& server, uint64_t id, Send send, Gone gone);

  // Answers a request. Throws SessionOver where the session ends with it; the worker is ended then.
  void handle(v1::Request& request);  // whose bytes are passed on, not copied

 private:
  using Limited = std::optional<std::string>;  // the option that would allow it

  void open(const v1::Open& open);
  void program(const v1::Program& program);
  void chunk(const v1::Chunk& chunk);
  void run(v1::Run& run);
  void frame(const v1::Frame& frame);

  void load(const std::string& hash, const ProgramStore::File& file);
  // Waits for the session's turn, until `turn` ends.
  void take_turn(std::optional<Turn>& turn);
  // A request to the worker, and its replies until the last one, which is returned. `more` gets
  // those before.
  v1::Reply ask(const v1::Request& request, const std::function<void(const v1::Reply&)>& more = {});
  void reply(const v1::Reply& reply);
  void fail(const std::exception& error, std::string_view option = {});
  [[noreturn]] void end(MessagePipe::End how);

  ServerState& server_;
  uint64_t id_;
  Send send_;
  Gone gone_;
  std::unique_ptr<Worker> worker_;
  bool opened_ = false;
  std::string loaded_;  // hash of the worker's program
  // A program during its upload.
  struct Upload {
    std::string hash;
    size_t size = 0;
    std::string bytes;
    ProgramStore::Incoming room;
  };
  std::optional<Upload> upload_;
};

}  // namespace vta::remote
