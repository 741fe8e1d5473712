// The row of the table of devices: board[://UIO],udmabuf=NAME,...
//
//   known_devices().add(board::board_scheme());
//   known_devices().open("board,timeout_ms=500", config);
#pragma once

#include "driver/linux/system_file.h"
#include "link/device_table.h"

namespace vta::board {

DeviceScheme board_scheme(const SystemPaths& paths = {});

}  // namespace vta::board
