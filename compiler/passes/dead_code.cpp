#include "compiler/passes/dead_code.h"

namespace vta {
namespace {

std::vector<bool> find_needed(const Graph& graph) {
  std::vector<bool> needed(static_cast<size_t>(graph.size()), false);
  for (NodeId id : graph.outputs())
    needed[static_cast<size_t>(id)] = true;
  for (NodeId id : graph.inputs())
    needed[static_cast<size_t>(id)] = true;
  for (NodeId id = graph.size() - 1; id >= 0; --id)
    if (needed[static_cast<size_t>(id)])
      for (NodeId input : graph.node(id).inputs)
        needed[static_cast<size_t>(input)] = true;
  return needed;
}

}  // namespace

Graph remove_dead_code(const Graph& graph, PassContext&) {
  const std::vector<bool> needed = find_needed(graph);
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id)
    if (needed[static_cast<size_t>(id)])
      rewriter.copy(id);
  return rewriter.finish();
}

}  // namespace vta
