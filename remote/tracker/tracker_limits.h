// Limits of a tracker, each with the option of `vta tracker` that sets it. A request beyond a limit
// is refused with an error that names the option.
#pragma once

#include <cstdint>

namespace vta::remote {

struct TrackerLimits {
  int64_t connections = 4096;   // --connections
  double unknown_seconds = 10;  // --unknown-seconds: of a connection on which nobody was let in
  int64_t servers = 256;        // --servers
  int64_t clients = 1024;       // --clients: that wait or have a device
  double lease_seconds = 15;    // --lease-seconds: longest silence of a server
  double hold_seconds = 86400;  // --hold-seconds: longest lease of a client
  double wait_seconds = 86400;  // --wait-seconds: longest wait of a client
  double absent_seconds = 30;   // --absent-seconds: longest wait for a key that no server offers
};

}  // namespace vta::remote
