// An integer network in float: its own formulas without their rounding.
//
// Before:
//   %1 = qnn.conv2d(%0, w8, z, 0);                    // int32
//   %2 = qnn.rescale(%1, m, s, zero, a_min=-128, a_max=127);   // int8
// After:
//   %1 = nn.conv2d(%0 - z, float of w8);
//   %2 = clip(%1 * m * 2^(s - 31) + zero, a_min=-128, a_max=127);   // float32, in the same steps
//
// Limits stay, since activations are limits; what is rounded behind a float input stays rounded.
#pragma once

#include <vector>

#include "compiler/graph/graph.h"

namespace vta::explore {

// Whether it computes with scales of its own, as a .tflite file and a kept QDQ model do.
bool has_integer_formulas(const Graph& graph);

struct UnroundedGraph {
  Graph graph;
  // By node of the integer graph: float32 where that has integers, but for what is moved from an
  // input before any rounding.
  std::vector<NodeId> nodes;
};
// CompileError names an operator that has no form in float.
UnroundedGraph unrounded(const Graph& integers);

}  // namespace vta::explore
