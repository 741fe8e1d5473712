#include "compiler/passes/concat_scales.h"

#include <map>
#include <numeric>

#include "compiler/passes/pass_util.h"

namespace vta {

bool joins_channels(const Graph& graph, NodeId id) {
  if (!is_call(graph, id, "concatenate"))
    return false;
  const auto rank = static_cast<int64_t>(graph.type(id).shape.size());
  const int64_t axis = graph.node(id).attrs.get_int("axis", 0);
  return (rank == 2 || rank == 4) && (axis < 0 ? axis + rank : axis) == 1;
}

std::vector<std::vector<NodeId>> values_of_one_scale(const Graph& graph) {
  std::vector<NodeId> family(
      static_cast<size_t>(graph.size()));  // a member's next, up to the first
  std::iota(family.begin(), family.end(), NodeId{0});
  const auto first_of = [&](NodeId id) {
    while (family[static_cast<size_t>(id)] != id)
      id = family[static_cast<size_t>(id)];
    return id;
  };
  for (NodeId id = 0; id < graph.size(); ++id)
    if (joins_channels(graph, id))
      for (const NodeId operand : graph.node(id).inputs) {
        const NodeId a = first_of(id), b = first_of(operand);
        family[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
      }
  std::map<NodeId, std::vector<NodeId>> members;
  for (NodeId id = 0; id < graph.size(); ++id)
    members[first_of(id)].push_back(id);
  std::vector<std::vector<NodeId>> families;
  for (auto& [first, ids] : members)
    if (ids.size() > 1)
      families.push_back(std::move(ids));
  return families;
}

}  // namespace vta
