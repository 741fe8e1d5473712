#include "compiler/graph/value_names.h"

#include <fmt/format.h>

#include "compiler/graph/unique_names.h"

namespace vta {

void name_values(Graph& graph) {
  UniqueNames names;
  for (NodeId id = 0; id < graph.size(); ++id) {
    Node& node = graph.node(id);
    if (node.name.empty() && node.kind == NodeKind::Call)
      node.name = fmt::format("v{}", id);
    if (!node.name.empty())
      node.name = names.make(node.name);  // a listing may give one comment to several
  }
}

std::vector<FileOperator> operators_of(const Graph& graph) {
  std::vector<FileOperator> operators;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& node = graph.node(id); node.kind == NodeKind::Call && !node.constant_expr)
      operators.push_back({node.op, node.name});
  return operators;
}

}  // namespace vta
