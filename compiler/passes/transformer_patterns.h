// The patterns of recognize_transformer, one function and file each.
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

// Decomposed normalizations along the last axis as nn.layer_norm and nn.rms_norm.
Graph recognize_norms(const Graph& graph, PassContext& context);
// Decomposed activations as nn.gelu, nn.gelu_tanh and nn.silu.
Graph recognize_activations(const Graph& graph, PassContext& context);
// Products with a softmax between them as nn.attention.
Graph recognize_attention(const Graph& graph, PassContext& context);
// Moves before and behind nn.attention that undo each other; parts of a layer's channels, read by
// attention, as layers of their own.
Graph attention_rows(const Graph& graph, PassContext& context);
// gamma and beta of norms that dense layers alone read, in the layers.
Graph fold_norm_parameters(const Graph& graph, PassContext& context);
// nn.attention of queries times -scale log2(e), by a multiply that folds into their layer: scores
// are exponents of 1/2 then, as integers have them.
Graph scale_queries(const Graph& graph, PassContext& context);
// Sums and norms of (images, tokens, channels) on rows of tokens, and an image's patches as such.
Graph token_rows(const Graph& graph, PassContext& context);

}  // namespace vta
