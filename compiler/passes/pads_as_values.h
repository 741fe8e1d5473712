// Pads of integer convolutions that are not 0 as values.
//
// Before:
//   %1 = qnn.conv2d(%0, w8, z, 0, padding=[1, 1, 1, 1]);
// After:
//   %1 = nn.pad(%0, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]], pad_value=z);
//   %2 = qnn.conv2d(%1, w8, z, 0);
//
// A pad of qnn.conv2d is the zero point, and what a LOAD pads with is 0.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph pads_as_values(const Graph& graph, PassContext& context);

}  // namespace vta
