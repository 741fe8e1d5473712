// Chooses how attention of networks that were quantized here computes its powers of two:
//
//   qnn.attention(%q, %k, %v, exp="any", ...)
//   becomes exp="exp2" where ISA_EXT has the instruction, else exp="steps".
//
// The weights of both differ by at most 1 of 127, and so do values of networks on machines with the
// instruction from those on others. Nothing else that a configuration says changes values.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph attention_powers(const Graph& graph, PassContext& context);

}  // namespace vta
