// Executes a LoweredGraph with plain loops from the fields of its items alone: host items through
// evaluate_op, kernels from their geometry, weights and steps.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compiler/lower/lowered_graph.h"

namespace vta {

// Values of the graph's outputs. `on_kernel` gets every kernel's int8 result as NCHW.
std::vector<Tensor> execute_lowered(
    const LoweredGraph& lowered, std::span<const Tensor> inputs,
    const std::function<void(const Kernel&, const Tensor&)>& on_kernel = {});

}  // namespace vta
