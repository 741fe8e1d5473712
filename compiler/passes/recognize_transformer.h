// recognize_transformer: what exporters write in many operators becomes one typed operator:
// nn.layer_norm, nn.rms_norm, nn.gelu, nn.gelu_tanh, nn.silu, nn.attention (on rows of tokens).
//
//   %0 = nn.batch_matmul(%q, %k);            (heads, tokens, depth) and (heads, depth, tokens)
//   %1 = multiply(%0, 0.25f);
//   %2 = nn.softmax(%1);
//   nn.batch_matmul(%2, %v)
// becomes
//   nn.attention(%q_rows, %k_rows, %v_rows, num_heads=4, scale=0.25f)
//
// and what only moved q, k, v from rows of a layer to heads, and the result back, goes. The sums
// and norms between layers are on rows, too (patch_rows.h: from the image on). Values stay those of
// float; a graph without such patterns is returned as it is.
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph recognize_transformer(const Graph& graph, PassContext& context);

}  // namespace vta
