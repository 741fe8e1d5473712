// Opens what a device string of remote/schemes/ names: a session at a server, or at a server that a
// tracker assigns.
#pragma once

#include <memory>

#include "link/device_link.h"
#include "link/device_string.h"

namespace vta::remote {

// Of a string that was checked. Errors as of GrpcLink; UsageError where a tracker's key asks for
// another configuration than `config`.
std::unique_ptr<DeviceLink> open_elsewhere(const DeviceString& device, const VtaConfig& config);

}  // namespace vta::remote
