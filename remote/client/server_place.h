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

}  // namespace vta::remote
