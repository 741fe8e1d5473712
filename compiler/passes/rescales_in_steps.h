// Which rescales of products a machine without RQ can do exactly in ALU steps
// (kernels/rescale_steps.h): those of qnn.conv2d and qnn.dense by constant weights, with or without
// a bias, whose sums are bounded by their weights.
#pragma once

#include <cstdint>
#include <map>

#include "compiler/graph/graph.h"

namespace vta {

struct RescaleInSteps {
  NodeId product = -1;
  int64_t magnitude = 0;  // bound of the sums of int8 data, less their zero point, with the bias
  int64_t steps = 0;
};

// By qnn.rescale.
std::map<NodeId, RescaleInSteps> rescales_in_steps(const Graph& graph, bool extended);

}  // namespace vta
