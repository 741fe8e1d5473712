// A gRPC server behind a ConnectionGate, with its health service: the base of all servers here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "remote/credentials/credentials.h"
#include "remote/server/admission.h"
#include "remote/server/event_log.h"

namespace grpc {
class Service;
}  // namespace grpc

namespace vta::remote {

struct GateOptions {
  std::string listen = "127.0.0.1:0";
  int64_t connections = 256;
  double unknown_seconds = 10;        // of a connection on which nobody was let in
  int64_t calls = 32;                 // that wait in the server at a time: each has a thread
  int64_t memory = int64_t{1} << 28;  // of messages on their way
  int64_t message_bytes = int64_t{64} << 10;
  double idle_seconds = 300;  // of a connection without a call
  std::string health;         // the service's name for the health service
};

class GatedServer {
 public:
  // Serves at once. UsageError where it cannot or may not listen (remote/credentials),
  // ResourceError where there are no threads or descriptors. `service`, `admission`, which is told
  // of the connections, and `log` outlive it.
  GatedServer(const GateOptions& options, ServerSecurity& security, grpc::Service& service,
              Admission& admission, EventLog& log);
  ~GatedServer();  // at once
  GatedServer(const GatedServer&) = delete;
  GatedServer& operator=(const GatedServer&) = delete;

  const std::string& address() const;  // HOST:PORT
  void not_serving();                  // reported by the health service
  // Accepts nothing more; calls have so many milliseconds to end.
  void stop(int64_t milliseconds);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace vta::remote
