// What any schedule loads of a convolution that computes its outputs tile by tile, each tile's sums
// whole in ACC, because INP and WGT hold only so much.
//
// Tiles are boxes of h rows, w columns and c channel groups of one image (edges are smaller), in
// any order, one behind the other, of any reuse, slots and parts of the reduction. Each tile reads
// its window and its weights. Of these as much can be there already as a scratchpad holds: what
// another tile used and what has stayed since. So with T tiles,
//
//   loaded >= max(once, sum over the tiles - (T - 1) * capacity)      of INP and of WGT each
//
// and the least of all boxes that fit ACC is certain.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "compiler/kernels/window.h"
#include "config/vta_config.h"

namespace vta {

class TileTraffic {
 public:
  // Bytes beyond those of every operand once; 0 with groups, which are not looked at.
  int64_t beyond_once(const ConvGeometry& geometry, const VtaConfig& config);

 private:
  // Along an axis: how many tiles of a size there are, and pixels and taps that they use, summed
  // over the tiles.
  struct Along {
    int64_t size = 1, tiles = 1, touched = 0, taps = 0;
  };
  using AxisKey = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, int64_t>;
  const std::vector<Along>& along(const ConvAxis& axis);

  std::map<AxisKey, std::vector<Along>> axes_;
  std::map<std::vector<int64_t>, int64_t> known_;
};

}  // namespace vta
