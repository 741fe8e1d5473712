// Tiles of an element-wise kernel: its operands lie side by side in ACC.
#pragma once

#include <cstdint>

namespace vta {

struct AluTiles {
  int64_t elements = 1;  // accumulator elements per tile
  int64_t threads = 2;   // tiles in flight
  bool operator==(const AluTiles&) const = default;
};

}  // namespace vta
