// The devices that a device string can name in this program.
//
//   std::unique_ptr<DeviceLink> link = known_devices().open("csim,timing_only=1", config);
#pragma once

#include "base/cxx20.h"

#include "link/device_table.h"

namespace vta {

// fsim, csim and tsim; a program that brings more adds rows before it opens one, from one thread.
DeviceTable& known_devices();

}  // namespace vta
