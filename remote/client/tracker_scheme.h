// Devices that a tracker finds as a row of a table of devices:
// tracker://HOST:PORT[,key=[CONFIG/]BACKEND][,priority=N][,KEY=VALUE]...
#pragma once

#include "link/device_table.h"

namespace vta::remote {

void add_tracker(DeviceTable& devices);

}  // namespace vta::remote
