// Tiles as one line of JSON, for databases and as what stands for them.
#pragma once

#include <string>

#include "compiler/kernels/kernel_tiles.h"

namespace vta::explore {

std::string tiles_text(const KernelTiles& tiles);
// Reads what tiles_text() writes for a layer; InputError, beginning with `where`.
KernelTiles parse_tiles(const LayerId& layer, const std::string& text, const std::string& where);

}  // namespace vta::explore
