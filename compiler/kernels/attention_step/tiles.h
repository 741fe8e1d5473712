// Tiles of a step of attention: a tile is some of its heads, whose scores are in the lanes of the
// same vectors.
#pragma once

#include <cstdint>

namespace vta {

struct AttentionStepTiles {
  int64_t heads = 1;  // of queries, at most as many as a vector has lanes
  bool operator==(const AttentionStepTiles&) const = default;
};

}  // namespace vta
