#include <numbers>

#include "compiler/graph/graph_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {

// softmax(s q k') = softmax(-ln(2) q' k') for q' = -s log2(e) q. Where a mask is added the scores
// are those of the file.
Graph scale_queries(const Graph& graph, PassContext&) {
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.op != "nn.attention" || n.inputs.size() > 3) {
      rewriter.copy(id);
      continue;
    }
    const double factor = -n.attrs.get_double("scale", 1) * std::numbers::log2e;
    const NodeId number = rewriter.graph().add_constant(Tensor::scalar(static_cast<float>(factor)));
    std::vector<NodeId> operands = rewriter.mapped(n.inputs);
    operands[0] = rewriter.graph().add_call("multiply", {operands[0], number});
    Node scaled = n;
    scaled.attrs.set("scale", -std::numbers::ln2);
    rewriter.map(id, append_copy(rewriter.graph(), scaled, std::move(operands)));
  }
  return rewriter.finish();
}

}  // namespace vta
