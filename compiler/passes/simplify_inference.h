// simplify_inference: batch norm with known statistics becomes a multiply and an add.
//
// scale = gamma / sqrt(variance + epsilon), shift = beta - mean * scale, computed in double.
// Batch norms whose constants have no data stay, with a note.
//
//   %0 = nn.batch_norm(%x, G, B, M, V);      %0 = multiply(%x, S);    S, T as [C, 1, 1]
//   %1 = %0.0;                          ->   add(%0, T)
//   %1
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph simplify_inference(const Graph& graph, PassContext& context);

}  // namespace vta
