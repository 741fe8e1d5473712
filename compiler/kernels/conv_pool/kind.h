// A maximum pool that is computed with the 1x1 convolution before it, on int32 sums.
//
// Every step of such an epilogue keeps the order of values, so the maximum may come first: bias,
// shift and clip then work on the pooled values alone, and what was pooled never leaves ACC.
//
// A row of sums lies in a slot of ACC as [column mod stride][channel group][column / stride][sub],
// so that each tap of a window reads a run of elements. One tap reads what no other tap of any
// window reads (`base_tap`): there the maximum is gathered, along the row first, then over rows.
#pragma once

#include <optional>

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kConvPool;

// Whether the convolution's kernel can compute the pool of its result as well, if no other node
// reads that result: the epilogue keeps the order of values, and there are tiles.
bool can_pool_sums(const Kernel& conv, const Kernel& pool, const VtaConfig& config);

// The tap of a window axis that alone reads its elements, for every output inside the image and in
// its first stride; nullopt where there is none.
std::optional<int64_t> base_tap(int64_t kernel, int64_t stride, int64_t pad, int64_t image,
                                int64_t outputs);

// Accumulator elements of one row of sums of `co` channel groups.
int64_t row_slot_elements(const ConvGeometry& conv, const ConvGeometry& pool, int64_t co,
                          const VtaConfig& config);

std::string conv_pool_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                                    const VtaConfig& config);
// Tiles for a convolution and the pool of its result; nullopt where the two are better apart: other
// than 1x1 convolutions, windows without a base tap, rows that do not fit, more loads than GEMM.
std::optional<ConvPoolTiles> conv_pool_tiles(const ConvGeometry& conv, const ConvGeometry& pool,
                                             int64_t num_vectors, const VtaConfig& config);
KernelTiles search_conv_pool_tiles(const LayerId& layer, const VtaConfig& config, TileMemo& memo);
std::vector<TileAxis> conv_pool_tile_axes(const LayerId& layer, const VtaConfig& config);

void emit_conv_pool(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream);

}  // namespace vta
