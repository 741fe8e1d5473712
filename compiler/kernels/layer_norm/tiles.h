// Tiles of a kernel of layer normalisation: blocks of rows, so many in flight.
#pragma once

#include <compare>
#include <cstdint>

namespace vta {

struct LayerNormTiles {
  int64_t threads = 1;
  auto operator<=>(const LayerNormTiles&) const = default;
};

}  // namespace vta
