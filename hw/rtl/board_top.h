// The text of vta_board.sv, which is made for a list of cores.
#pragma once

#include <span>
#include <string>

#include "hw/rtl/system_top.h"

namespace vta {

std::string board_top(std::span<const SystemCore> cores);

}  // namespace vta
