// Parts of a device string for a server: the session's first request, and key files.
#pragma once

#include "link/device_string.h"
#include "remote/credentials/credentials.h"
#include "remote/proto/vta_device.pb.h"

namespace vta {
struct VtaConfig;
}

namespace vta::remote {

ClientKeyFiles key_files(const DeviceString& device);
v1::Open open_request(const DeviceString& device, const std::string& backend,
                      const VtaConfig& config);

}  // namespace vta::remote
