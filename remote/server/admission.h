// Authentication of calls by a guard. Refusals are answered and logged at a bounded pace, which
// limits both the guessing of tokens and the length of the log.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "remote/server/event_log.h"
#include "remote/server/pace.h"

namespace grpc {
class ServerContextBase;
class Status;
}  // namespace grpc

namespace vta::remote {

class ClientGuard;

class Admission {
 public:
  // What becomes of the connection of a call, which is named as gRPC names it.
  struct Connections {
    using Tell = std::function<void(const std::string& peer)>;
    Tell let_in, refused, cut;
  };

  explicit Admission(EventLog& log);
  ~Admission();
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  void set_connections(Connections connections) { connections_ = std::move(connections); }
  // The guard's answer. A refusal waits for its turn; where too many wait already, the connection
  // is cut.
  grpc::Status check(const grpc::ServerContextBase& context, const ClientGuard& guard);
  void end();  // stop waiting

 private:
  void log_refusal(const std::string& peer, const std::string& reason);
  bool wait_for_turn();

  EventLog& log_;
  Connections connections_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;
  Pace answers_, lines_;
  int64_t unsaid_ = 0;  // refusals without a line of their own
};

}  // namespace vta::remote
