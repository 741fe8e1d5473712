// What --device takes, in words.
#pragma once

#include <string>

namespace vta::workbench {

// "FPGA to fit into: zynq7010, ... or a file as in config/devices".
std::string device_help();

}  // namespace vta::workbench
