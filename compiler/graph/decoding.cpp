#include "compiler/graph/decoding.h"

#include "compiler/graph/graph_util.h"

namespace vta {

int64_t decode_context(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (is_call(graph, id, "qnn.attention_step"))
      return graph.node(id).attrs.get_int("context", 0);
  return 0;
}

}  // namespace vta
