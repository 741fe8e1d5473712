// Limits of quantized values as limits of the real ones they are made of.
//
// Before:
//   %0 = qnn.quantize(%x, s, 10 /* uint8 */);  %1 = clip(%0, a_min=0, a_max=127);
// After:
//   %0 = clip(%x, a_min=-10 * s, a_max=117 * s);  %1 = qnn.quantize(%0, s, 10);
//
// The values are the same, as quantizing keeps their order. Of scales that are one number.
#pragma once

#include "compiler/graph/graph.h"

namespace vta {

Graph real_limits(const Graph& graph);

}  // namespace vta
