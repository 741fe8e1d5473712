// Chooses how attention of networks that were quantized here computes its powers of two:
//
//   qnn.attention(%q, %k, %v, exp="any", ...)
//   becomes exp="exp2" where ISA_EXT has the instruction, else exp="steps".
//
// A weight of the one form differs from that of the other by at most 1 of 127. A network therefore
// computes other values on a machine with the instruction than on one without it.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph attention_powers(const Graph& graph, PassContext& context);

}  // namespace vta
