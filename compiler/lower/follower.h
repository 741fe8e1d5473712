// Kernels that can be computed on the accumulators of a convolution, without a load and without a
// kernel of their own.
#pragma once

#include <map>

#include "compiler/lower/lowered_graph.h"

namespace vta {

// Convolutions and dense layers with the element-wise kernel that follows each: of one operand, the
// layer's result, not shifted, and of steps that a sum which is the same amount higher before and
// behind them leaves as they are (ADD, MAX and MIN of vectors or immediates). The first such kernel
// of a layer, in order.
std::map<const Kernel*, const Kernel*> followers_of_layers(const LoweredGraph& lowered);

// By convolution: the pools to be computed with them (kernels/conv_pool). Only if the convolution's
// result has no other reader.
std::map<const Kernel*, const Kernel*> pools_of_convolutions(const LoweredGraph& lowered,
                                                             const VtaConfig& config);

// How often each packed value is read: by kernels, copies to the host, host operators, the graph's
// outputs, and concats that it is part of.
std::map<NodeId, int> device_value_reads(const LoweredGraph& lowered);

}  // namespace vta
