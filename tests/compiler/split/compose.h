// The parts of a network, one after the other, as the whole.
#pragma once

#include <functional>
#include <vector>

#include "compiler/split/split_graph.h"

namespace vta {

// Outputs of a part for these inputs, both in the part's order.
using RunPart = std::function<std::vector<Tensor>(int64_t part, const std::vector<Tensor>& inputs)>;

// The network's outputs for its inputs.
std::vector<Tensor> compose(const SplitNetwork& network, const std::vector<Tensor>& inputs,
                            const RunPart& run);

}  // namespace vta
