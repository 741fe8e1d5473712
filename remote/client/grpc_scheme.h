// Devices of servers as a row of a table of devices: grpc://HOST:PORT[,KEY=VALUE]...
#pragma once

#include "link/device_table.h"

namespace vta::remote {

void add_grpc(DeviceTable& devices);

}  // namespace vta::remote
