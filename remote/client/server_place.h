// Where servers are, and what it means that none is.
#pragma once

#include <string>

#include "base/error.h"
#include "remote/credentials/credentials.h"

namespace vta::remote {

struct ServerPlace {
  std::string address;  // HOST:PORT
  ClientKeyFiles keys = {};
};

// Nobody answers at an address, or takes nobody: nothing has begun, and another server may do.
struct NotConnected : DeviceError {
  explicit NotConnected(const std::string& m) : DeviceError(m) {}
};

// The server took the connection and closed it before it knew who asks, as it does where strangers
// have its places: a moment later there may be one.
struct TurnedAway : NotConnected {
  using NotConnected::NotConnected;
};

}  // namespace vta::remote
