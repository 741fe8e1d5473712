// What a tracker allows, each with the option of `vta tracker` that sets it. What is more is
// refused by an error that names the option.
#pragma once

#include <cstdint>

namespace vta::remote {

struct TrackerLimits {
  int64_t connections = 4096;   // --connections
  double unknown_seconds = 10;  // --unknown-seconds: of a connection on which nobody was let in
  int64_t servers = 256;        // --servers
  int64_t clients = 1024;       // --clients: that wait or have a device
  double lease_seconds =
      15;  // --lease-seconds: a server says that often, at least, that it is there
  double hold_seconds = 86400;  // --hold-seconds: a client has a device at most
  double wait_seconds = 86400;  // --wait-seconds: a client waits at most
  double absent_seconds = 30;   // --absent-seconds: of those, for what no server has
};

}  // namespace vta::remote
