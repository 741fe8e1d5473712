// Pools: the maximum of a window, or its sum.
#pragma once

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kPool;

std::optional<std::string> begin_pool(const Graph& graph, NodeId head, Chain& chain);
void read_pool(const Graph& graph, NodeId head, Kernel& kernel);

// Accumulator elements of a tile's inputs, and of its outputs.
int64_t pool_in_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config);
int64_t pool_out_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config);

// Accumulator elements that all tiles of a group of BATCH images load.
int64_t pool_loaded_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config);

std::string pool_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                               const VtaConfig& config);
std::string least_pool_tiles_problem(const LayerId& layer, const VtaConfig& config);
// The tiles of fewest loaded elements, tiles themselves counted as some.
KernelTiles search_pool_tiles(const LayerId& layer, const VtaConfig& config, TileMemo& memo);
std::vector<TileAxis> pool_tile_axes(const LayerId& layer, const VtaConfig& config);

void emit_pool(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream);

}  // namespace vta
