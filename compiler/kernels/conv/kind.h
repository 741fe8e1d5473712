// Convolutions, and dense layers as 1x1 convolutions over rows.
#pragma once

#include <array>

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kConv2d, kDense;

// ---- shared with a convolution with its pool ------------------------------------------

inline constexpr std::array kConvWords = {LayerWord{"conv2d"}};
FirstValues conv_values(const Kernel& kernel);
int64_t least_conv_bytes(const KernelPlan& plan, const VtaConfig& config);

// ---- parts of this kind ---------------------------------------------------------------

std::optional<std::string> begin_layer(const Graph& graph, NodeId head, Chain& chain);
void read_layer(const Graph& graph, NodeId head, Kernel& kernel);
KernelTiles search_tiles_of_conv(const LayerId& layer, const VtaConfig& config, TileMemo& memo);
std::vector<KernelTiles> bands_of_conv(const LayerId& layer, const VtaConfig& config,
                                       TileMemo& memo);
KernelTimes times_of_conv(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config);
std::vector<TileAxis> conv_tile_axes(const LayerId& layer, const VtaConfig& config);

void emit_conv(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream);

}  // namespace vta
