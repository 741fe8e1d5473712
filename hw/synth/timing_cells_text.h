// hw/synth/timing_cells.v as it was when the program was built.
#pragma once

#include <string_view>

namespace vta {

std::string_view timing_cells_text();

}  // namespace vta
