// The row of the table of devices: board[://UIO],udmabuf=NAME,...
//
//   board::add_board(known_devices());
//   known_devices().open("board,timeout_ms=500", config);
#pragma once

#include "driver/linux/system_file.h"
#include "link/device_table.h"

namespace vta::board {

DeviceScheme board_scheme(const SystemPaths& paths = {});

// Adds the row to a table that has none of this name yet. From one thread, before a device is
// opened.
void add_board(DeviceTable& table);

}  // namespace vta::board
