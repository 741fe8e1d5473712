// Tiles of a 1x1 convolution that is computed with the maximum of its result.
#pragma once

#include <cstdint>

namespace vta {

struct ConvPoolTiles {
  int64_t co = 1;         // channel groups at a time; the data are read once for each such part
  int64_t columns = 1;    // of the data per load, a multiple of the stride or all
  int64_t row_slots = 1;  // rows of sums in ACC: a window's, and one more where that fits
  bool operator==(const ConvPoolTiles&) const = default;
};

}  // namespace vta
