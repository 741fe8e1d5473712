#include "compiler/passes/attention_powers.h"

#include "compiler/graph/graph_util.h"
#include "config/alu_ops.h"

namespace vta {

Graph attention_powers(const Graph& graph, PassContext& context) {
  const bool exp2 = has_extension(context.config.isa_ext, Extension::Exp2);
  Graph made = graph;
  for (NodeId id = 0; id < made.size(); ++id)
    if (Node& n = made.node(id);
        is_call(made, id, "qnn.attention") && n.attrs.get_string("exp", "") == "any")
      n.attrs.set("exp", std::string(exp2 ? "exp2" : "steps"));
  return made;
}

}  // namespace vta
