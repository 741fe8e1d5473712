// fuse_operators: one kernel may compute more than one layer's chain of operators: a residual sum
// with the convolution that it adds (else both are narrowed to int8 first, as published), a maximum
// with the convolution before it, an element-wise chain with the layer that it follows.
//
// The graph stays as it is: what is fused is decided where it is cut into kernels, by
// ScheduleFacts, which settle() sets after whether this pass runs. A row of the table, so
// that fusion has its level and its name like everything else that can be left out.
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph fuse_operators(const Graph& graph, PassContext& context);

}  // namespace vta
