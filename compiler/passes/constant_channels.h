// Output channels of integer layers that have one value whatever the data: trained networks have
// many, whose biases are so large or whose multipliers so small that every sum ends at one limit.
//
//   %1 = qnn.conv2d(%0, w8, z, 0); %2 = add(%1, bias); %3 = qnn.rescale(%2, m, s, zero)
//
// Such a channel's weights become 0, its bias 2 (value - zero), and its fraction the one
// above a half, which gives the same value by every rounding and has no ties. What is left has sums
// of some 24 bits, and fewer weights than 0.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph constant_channels(const Graph& graph, PassContext& context);

}  // namespace vta
