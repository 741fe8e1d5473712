// Tiles of attention: a tile is a block of queries, as many as a WGT element has rows.
#pragma once

#include <cstdint>

namespace vta {

struct AttentionTiles {
  int64_t threads = 2;  // blocks in flight, each in an area of its own of ACC and WGT
  bool operator==(const AttentionTiles&) const = default;
};

}  // namespace vta
