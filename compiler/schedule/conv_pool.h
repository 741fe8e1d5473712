// A maximum pool that is computed with the 1x1 convolution before it, on int32 sums.
//
// Every step of such an epilogue keeps the order of values, so the maximum may come first: bias,
// shift and clip then work on the pooled values alone, and what was pooled never leaves ACC.
//
// A row of sums lies in a slot of ACC as [column mod stride][channel group][column / stride][sub],
// so that each tap of a window reads a run of elements. One tap reads what no other tap of any
// window reads (`base_tap`): there the maximum is gathered, along the row first, then over rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "compiler/lower/kernel.h"
#include "config/vta_config.h"

namespace vta {

struct ConvPoolTiles {
  int64_t co = 1;         // channel groups at a time; the data are read once for each such part
  int64_t columns = 1;    // of the data per load, a multiple of the stride or all
  int64_t row_slots = 1;  // rows of sums in ACC: a window's, and one more where that fits
  bool operator==(const ConvPoolTiles&) const = default;
};

// The tap of a window axis that alone reads its elements, for every output inside the image and in
// its first stride; nullopt where there is none.
std::optional<int64_t> base_tap(int64_t kernel, int64_t stride, int64_t pad, int64_t image,
                                int64_t outputs);

// Accumulator elements of one row of sums of `co` channel groups.
int64_t row_slot_elements(const ConvGeometry& conv, const ConvGeometry& pool, int64_t co,
                          const VtaConfig& config);

// Empty when a convolution and the pool of its result can be computed together with these tiles,
// else why not: which field, its value, what would be legal, or which scratchpad is too small.
std::string conv_pool_tiles_problem(const ConvGeometry& conv, const ConvGeometry& pool,
                                    const ConvPoolTiles& t, int64_t num_vectors,
                                    const VtaConfig& config);

// Tiles for a convolution and the pool of its result; nullopt where the two are better apart: other
// than 1x1 convolutions, windows without a base tap, rows that do not fit, more loads than GEMM.
std::optional<ConvPoolTiles> conv_pool_tiles(const ConvGeometry& conv, const ConvGeometry& pool,
                                             int64_t num_vectors, const VtaConfig& config);

// By convolution: the pools to be computed with them. Only where nobody else reads the
// convolution's result, and its epilogue keeps the order of values.
std::map<const Kernel*, const Kernel*> pools_of_convolutions(const LoweredGraph& lowered,
                                                             const VtaConfig& config);

}  // namespace vta
