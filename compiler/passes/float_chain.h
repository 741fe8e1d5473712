// The operators after a convolution, dense layer or residual add in a float graph that are computed
// with it: a bias, a relu, or a clip: from zero to a bound (relu6), and of models that came
// quantized from any bound to another.
#pragma once

#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct FloatChain {
  std::vector<float> bias;  // one per output channel; zeros without a bias; empty for an add
  bool relu = false;
  std::optional<double> lower, upper;  // of a clip; without `lower` it is from 0, as the relu is
  NodeId end = -1;                     // the value that the chain computes
  std::vector<NodeId> calls;           // all calls, `begin` included

  // The bounds of a clip that leaves 0 as it is; false of any other call.
  bool take_clip(const Node& n);
};

// The clip alone that follows `begin`, of models that came quantized.
FloatChain match_clip(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                      NodeId begin);

// Follows single users from `begin` (nn.conv2d, nn.dense, or an add without bias) on.
FloatChain match_float_chain(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                             NodeId begin);

}  // namespace vta
