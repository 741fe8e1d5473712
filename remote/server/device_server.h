// A server of devices: `vta serve` without its command line.
#pragma once

#include <memory>
#include <string>

#include "remote/credentials/credentials.h"
#include "remote/server/event_log.h"
#include "remote/server/server_limits.h"
#include "remote/worker/worker_process.h"

namespace vta::remote {

struct ServerOptions {
  std::string listen = "127.0.0.1:0";
  ServerLimits limits;
  WorkerProgram worker;
  ServerSecurity security;  // as it is made: none, for addresses of this machine alone
  EventLog::Write log;
};

class DeviceServer {
 public:
  // Serves at once. UsageError where it cannot or may not listen (remote/credentials).
  explicit DeviceServer(ServerOptions options);
  ~DeviceServer();  // at once
  DeviceServer(const DeviceServer&) = delete;
  DeviceServer& operator=(const DeviceServer&) = delete;

  const std::string& address() const;  // HOST:PORT
  EventLog& log();
  // New sessions and launches are refused; returns when what runs has ended, at the latest after so
  // many seconds.
  void drain(double seconds);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace vta::remote
