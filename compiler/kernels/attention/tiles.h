// Tiles of attention. A block is as many queries as a WGT element has rows; the kernel computes the
// blocks of a run together, all of one head.
#pragma once

#include <compare>
#include <cstdint>

namespace vta {

struct AttentionTiles {
  int64_t threads = 2;  // runs in flight, each in an area of its own of ACC and WGT
  int64_t blocks = 1;   // of a run; the last run of a head may have fewer
  auto operator<=>(const AttentionTiles&) const = default;
};

}  // namespace vta
