// Turns a convolution of few channels into a 1x1 convolution over windows that the host gathers.
//
// Before (configuration 1x16: 3 channels are padded to 16, and 13/16 of the products are zeros):
//   %0 = cast(..., dtype="int8");                                       // (1, 3, 224, 224)
//   %1 = nn.conv2d(%0, const (64, 3, 7, 7), strides=[2, 2], padding=[3, 3, 3, 3], ...);
// After (147 channels are padded to 160):
//   %1 = nn.im2col(%0, kernel_size=[7, 7], strides=[2, 2], padding=[3, 3, 3, 3]);
//   %2 = nn.conv2d(%1, const (64, 147, 1, 1), channels=64, kernel_size=[1, 1], ...);
//
// Only where the data are quantized on the host, or an input in any shape and order, so that
// gathering costs no crossing, and where cycles, estimated as the larger of GEMM steps and bytes
// over the bus, fall to three quarters or less; nowhere where PassContext::gather_windows is false.
// Values and names are the same. The gathering takes over the dilation and the pads; a pad of
// qnn.conv2d gets the data's zero point.
#pragma once

#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph im2col(const Graph& graph, PassContext& context);

// The convolutions that are turned, ascending, where windows may be gathered: all that this pass
// takes from the configuration.
std::vector<NodeId> gathered_windows(const Graph& graph, const VtaConfig& config);

}  // namespace vta
