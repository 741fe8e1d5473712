// A tracker: `vta tracker` without its command line.
#pragma once

#include <memory>
#include <string>

#include "remote/credentials/credentials.h"
#include "remote/server/event_log.h"
#include "remote/tracker/tracker_limits.h"

namespace vta::remote {

struct TrackerOptions {
  std::string listen = "127.0.0.1:0";
  TrackerLimits limits;
  ServerSecurity security;                    // as it is made: none
  std::unique_ptr<ClientGuard> servers = {};  // tokens of servers; none: those of clients
  EventLog::Write log;
};

class TrackerServer {
 public:
  // Serves at once. UsageError where it cannot or may not listen (remote/credentials).
  explicit TrackerServer(TrackerOptions options);
  ~TrackerServer();  // waiting clients get an error
  TrackerServer(const TrackerServer&) = delete;
  TrackerServer& operator=(const TrackerServer&) = delete;

  const std::string& address() const;  // HOST:PORT

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace vta::remote
