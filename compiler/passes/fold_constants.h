// fold_constants: calls whose operands are all constants with data become constants, computed by
// the interpreter.
//
// Annotations stay, and so does what would store much more than it computes from (broadcasts).
//
//   %0 = multiply(2f, 3f);
//   add(%x, %0)                  ->   add(%x, 6f)
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph fold_constants(const Graph& graph, PassContext& context);

}  // namespace vta
