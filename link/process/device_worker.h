// The worker's end of a ProcessLink (process_link.h): what a program is when it is a device.
#pragma once

#include <string>

#include "link/device_table.h"

namespace vta {

// The first argument of a program that is started as a worker.
inline constexpr const char* kDeviceWorker = "device-worker";

// Opens the device that the first message names and answers for it until the connection ends.
// UsageError where nothing is connected: somebody has typed the command. DeviceError for a
// connection that breaks.
void serve_device(const DeviceTable& devices);

}  // namespace vta
