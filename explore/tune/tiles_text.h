// Tiles as one word after the other, for databases and reports:
//   h7 w56 co2 ci1 kh3 kw3 hcw threads2 inp2 wgt8 residual0 reuse exact
// kh and kw 0: all of the kernel. `reuse` or `afresh`, `exact` or `padded`; `hcw` or `chw`, the
// order of the loops over rows, channels and columns.
#pragma once

#include <string>
#include <string_view>

#include "compiler/schedule/tile_plan.h"

namespace vta::explore {

std::string tiles_text(const ConvTiles& tiles);
// Reads what tiles_text() writes and nothing else. InputError, beginning with `where`.
ConvTiles parse_tiles(std::string_view text, std::string_view where);

}  // namespace vta::explore
