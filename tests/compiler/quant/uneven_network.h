// A network as the hard ones are: depthwise convolutions whose channels differ by powers of ten,
// and ReLU6.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// (1, 3, 12, 12) float32 to (1, 10): conv, ReLU6, depthwise, ReLU6, conv, ReLU6, pool, dense.
Graph uneven_network();
std::vector<Tensor> uneven_inputs(int64_t count, uint32_t seed);

}  // namespace vta
