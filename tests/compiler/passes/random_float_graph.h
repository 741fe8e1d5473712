// Small random float networks for property tests of the integer passes.
#pragma once

#include <cstdint>

#include "compiler/graph/graph.h"

namespace vta {

// Convolutions (any kernel, stride and padding that fit), relu, residual adds, max pools, and a
// head of global pooling and a dense layer. One input "data". Batch 1..3, channels up to 40.
Graph random_float_graph(uint64_t seed);
Tensor random_input(const Graph& graph, uint64_t seed);

}  // namespace vta
