// Files of this folder, embedded at build time.
#pragma once

#include <string_view>

namespace vta {

std::string_view timing_cells_text();  // timing_cells.v
std::string_view synth_text();         // synth.mjs

}  // namespace vta
