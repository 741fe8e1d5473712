// What the schemes of devices elsewhere have in common: keys of the simulator there, and files of
// keys.
#pragma once

#include <string>
#include <vector>

#include "link/device_table.h"
#include "remote/credentials/credentials.h"
#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

// kernels, memory_bytes, timing_only, ca, cert, key (or `own_key`), token_file.
std::vector<DeviceScheme::Key> session_keys(const std::string& own_key);
ClientKeyFiles key_files(const DeviceString& device, const std::string& own_key);

// UsageError for values that the simulator `backend` cannot have.
void check_session(const DeviceString& device, const std::string& backend);
v1::Open open_request(const DeviceString& device, const std::string& backend,
                      const VtaConfig& config);

}  // namespace vta::remote
