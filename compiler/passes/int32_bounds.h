// How large int32 values of a quantized graph can be.
#pragma once

#include <cstdint>

#include "compiler/graph/graph.h"

namespace vta {

// No value's magnitude is above it: from the types of bytes and the values of constants, through
// casts, sums, differences, products, extremes, layers and sums of windows. 2^31 where nothing is
// known.
int64_t largest_magnitude(const Graph& graph, NodeId id);

}  // namespace vta
