// Limits of a server, each with the option of `vta serve` that sets it. A request beyond a limit is
// refused with an error that names the option.
#pragma once

#include <cstdint>

#include "base/cores.h"
#include "link/device_link.h"
#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

struct ServerLimits {
  // In all.
  int64_t connections = 256;    // --connections
  double unknown_seconds = 10;  // --unknown-seconds: of a connection on which nobody was let in
  int64_t sessions = 32;        // --sessions
  int64_t workers = 2;          // --workers: launches at a time
  int64_t waiting = 1024;       // --waiting: requests that wait for their turn
  int64_t total_memory = int64_t{64} << 30;   // --total-memory: device memory of all sessions
  int64_t program_memory = int64_t{1} << 30;  // --program-memory: programs that are kept
  // Of a session.
  int64_t session_memory = int64_t{2} << 30;  // --session-memory
  int64_t launch_cycles = kMaxCycles;         // --launch-cycles
  double launch_seconds = 300;                // --launch-seconds: of a request, from its turn on
  int64_t queued_runs = 256;                  // --queued-runs: images of a request
  double idle_seconds = 300;                  // --idle-seconds
  int64_t message_bytes = int64_t{64} << 20;  // --message-bytes

  v1::Limits of_session() const {
    v1::Limits limits;
    limits.set_memory_bytes(session_memory);
    limits.set_max_cycles(launch_cycles);
    limits.set_max_seconds(launch_seconds);
    limits.set_max_images(queued_runs);
    limits.set_idle_seconds(idle_seconds);
    limits.set_message_bytes(message_bytes);
    return limits;
  }
};

}  // namespace vta::remote
