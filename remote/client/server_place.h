// Addresses of servers, and errors of connecting to them.
#pragma once

#include <string>

#include "base/error.h"
#include "remote/credentials/credentials.h"

namespace vta::remote {

struct ServerPlace {
  std::string address;  // HOST:PORT
  ClientKeyFiles keys = {};
};

// No server answers at the address, or it accepts no sessions: no work has begun, and another
// server may succeed.
struct NotConnected : DeviceError {
  explicit NotConnected(const std::string& m) : DeviceError(m) {}
};

// The server accepted the connection and closed it before authentication, because its places for
// unknown connections were full; a retry may succeed.
struct TurnedAway : NotConnected {
  using NotConnected::NotConnected;
};

}  // namespace vta::remote
