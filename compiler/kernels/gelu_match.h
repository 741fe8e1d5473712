// qnn.gelu as steps of a kernel of sums (compiler/graph/gelu.h): the other accumulators hold the
// gate.
#pragma once

#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/kernels/kernel.h"

namespace vta {

// In their order. Without the operations MOV and RSHR, which `extended` says are there, a rounding
// shift is two steps.
std::vector<AluStep> gelu_steps(const Attrs& attrs);

}  // namespace vta
