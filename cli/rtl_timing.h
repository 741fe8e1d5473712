// `vta rtl timing`: the longest paths of the synthesised RTL.
#pragma once

#include "cli/options.h"

namespace vta::cli {

void register_rtl_timing(Command& rtl);

}  // namespace vta::cli
