// qnn.rescale by constants, to int32, as steps of a kernel: one RQ, or with the attribute
// `magnitude` the exact steps of a machine without it (rescale_steps.h).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/kernels/kernel.h"

namespace vta {

// In their order, or the reason why there are none.
std::variant<std::vector<AluStep>, std::string> match_rescale(const Graph& graph, NodeId id);

// Aligned from the right, only the channel axes may exceed 1: NCHW's C, NCHWnc's C and c.
bool per_channel(const Shape& constant, const Shape& result);

}  // namespace vta
