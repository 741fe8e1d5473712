// dead_code: removes nodes that no output needs. Inputs stay, because they are the function's
// signature.
//
//   %0 = nn.relu(%x);                 nn.relu(%x)
//   %1 = exp(%x);            ->
//   %0
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph remove_dead_code(const Graph& graph, PassContext& context);

}  // namespace vta
