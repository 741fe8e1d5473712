// Results of tile searches for reuse: networks repeat layers, sweeps repeat configurations.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/kernels/conv/axis_memo.h"
#include "compiler/kernels/conv/tiles.h"

namespace vta {

struct TileMemo {
  // Tiles stay in their slots while they are used, and no step multiplies padding.
  bool reuse = true;
  std::map<std::vector<int64_t>, ConvTiles> searched = {};  // by all that they depend on
  std::map<std::vector<int64_t>, std::vector<ConvTiles>> bands = {};
  AxisMemo axes = {};
};

}  // namespace vta
