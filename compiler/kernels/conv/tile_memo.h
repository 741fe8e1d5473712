// Results of tile searches for reuse: networks repeat layers, sweeps repeat configurations.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "compiler/kernels/conv/axis_memo.h"
#include "compiler/kernels/conv/tiles.h"

namespace vta {

struct TileMemo {
  struct Searched {
    ConvTiles best;
    double score = 0;
    std::optional<std::vector<ConvTiles>> bands;  // once they are asked for
  };
  // Tiles stay in their slots while they are used, and no step multiplies padding.
  bool reuse = true;
  std::map<std::vector<int64_t>, Searched> searched = {};  // by all that they depend on
  AxisMemo axes = {};
};

}  // namespace vta
