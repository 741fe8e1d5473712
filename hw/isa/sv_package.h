// The SystemVerilog package vta_isa_pkg of one configuration, printed from the same tables as the
// codec: widths, field positions, packed structs, enumerations, register offsets.
//
// hw/rtl/vta_isa_pkg.sv is the default configuration's, committed; a test fails when it is stale
// and renews it where the environment has VTA_RENEW=1.
#pragma once

#include <string>

#include "config/vta_config.h"

namespace vta {

std::string sv_package(const VtaConfig& config);

}  // namespace vta
