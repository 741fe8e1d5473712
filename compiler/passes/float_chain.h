// What follows a convolution, dense layer or residual add in a float graph and is computed with it:
// a bias, a relu, or a clip from zero to a bound (relu6).
#pragma once

#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct FloatChain {
  std::vector<float> bias;  // one per output channel; zeros without a bias; empty for an add
  bool relu = false;
  std::optional<double> upper;  // of clip(0, upper)
  NodeId end = -1;              // the value that the chain computes
  std::vector<NodeId> calls;    // all calls, `begin` included
};

// Follows single users from `begin` (nn.conv2d, nn.dense, or an add without bias) on.
FloatChain match_float_chain(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                             NodeId begin);

}  // namespace vta
