#include "compiler/passes/recognize_transformer.h"

#include "compiler/passes/transformer_patterns.h"

namespace vta {

Graph recognize_transformer(const Graph& graph, PassContext& context) {
  Graph made = graph;
  for (const auto pattern : {recognize_norms, recognize_activations, recognize_attention,
                             attention_rows, fold_norm_parameters, scale_queries, token_rows})
    made = pattern(made, context);
  return made;
}

}  // namespace vta
