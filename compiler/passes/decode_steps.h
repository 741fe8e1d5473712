// A decoder of tokens, position by position: a pass over the quantized graph of its whole context
// makes that of one position.
//
//   tokens (1, T)                            tokens (1, 1), position (1)
//   embeddings of T tokens + rows 0..T-1     embedding of a token + row `position`
//   layers, norms on T rows                  the same on one row
//   qnn.attention(q, k, v, causal)           qnn.attention_step(q, k, v, context=T)
//
// What is computed for a position is then, to the bit, what the whole context computes for its row:
// nothing but a causal attention may mix rows, and that one keeps the keys and values of rows
// before.
#pragma once

#include "compiler/graph/decoding.h"

namespace vta {

// CompileError names the operator that mixes positions, or what else is not one token after the
// other.
Graph decode_steps(const Graph& graph);

}  // namespace vta
