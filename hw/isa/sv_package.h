// The SystemVerilog packages of one configuration, printed from the same tables as the codec.
// vta_isa_pkg is the core's: widths, field positions, packed structs, enumerations, register
// offsets. vta_shell_pkg has the additions of the AXI shell: the key AXI, the stream hash, its
// registers.
//
// hw/rtl/vta_isa_pkg.sv and vta_shell_pkg.sv are the default configuration's, committed; a test
// fails if they are stale and renews them if the environment has VTA_RENEW=1.
#pragma once

#include <string>

#include "config/vta_config.h"

namespace vta {

std::string sv_package(const VtaConfig& config);
std::string sv_shell_package(const VtaConfig& config);

}  // namespace vta
