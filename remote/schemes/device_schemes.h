// Remote devices as rows of a table of devices, with the keys of their strings. This folder does
// not depend on gRPC: the code that opens them is in the module (remote/module/remote_module.h).
#pragma once

#include <string>

#include "link/device_table.h"
#include "remote/schemes/device_key.h"

namespace vta::remote {

// grpc:// and tracker://
void add_devices_elsewhere(DeviceTable& devices);

// What their strings ask for: the simulator at a server, what a tracker is to find.
std::string served_backend(const DeviceString& device);
DeviceKey leased_key(const DeviceString& device);
int64_t priority_of(const DeviceString& device);
int64_t wait_seconds_of(const DeviceString& device);

// The key that names the file of the client's own key: that of a tracker's string says what is
// wanted.
std::string own_key_of(const DeviceString& device);

}  // namespace vta::remote
