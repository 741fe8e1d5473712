// Tiles of a pool: the window's inputs and the outputs of a tile lie side by side in ACC.
#pragma once

#include <cstdint>

namespace vta {

// A tile is `groups` channel groups (of one group of BATCH images) of h x w outputs, made in steps
// of kh x kw taps. Groups above 1 only where h and w are the whole plane.
struct PoolTiles {
  int64_t groups = 1, h = 1, w = 1;
  int64_t kh = 1, kw = 1;
  int64_t out_slots = 1;  // with 2, a tile is stored under the next one's work
  bool operator==(const PoolTiles&) const = default;
};

}  // namespace vta
