// Element-wise chains: the first operand, and steps with the others.
#pragma once

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kAlu;

// Accumulator elements of the whole result.
int64_t alu_elements(const ConvGeometry& g, const VtaConfig& config);

std::string alu_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                              const VtaConfig& config);
std::string least_alu_tiles_problem(const LayerId& layer, const VtaConfig& config);
// The largest tiles, two in flight where that fits.
KernelTiles search_alu_tiles(const LayerId& layer, const VtaConfig& config, TileMemo& memo);
std::vector<TileAxis> alu_tile_axes(const LayerId& layer, const VtaConfig& config);

void emit_alu(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream);

}  // namespace vta
