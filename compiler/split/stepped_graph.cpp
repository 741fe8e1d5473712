#include "compiler/split/stepped_graph.h"

#include <algorithm>
#include <array>
#include <set>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/unique_names.h"

namespace vta {
namespace {

bool is_elementwise(const Graph& graph, NodeId id) {
  constexpr std::array kOps = {"multiply", "add",  "subtract", "divide",
                               "round",    "clip", "cast",     "nn.relu"};
  return graph.node(id).kind == NodeKind::Call &&
         std::ranges::find(kOps, graph.node(id).op) != kOps.end();
}

// A value that is not the middle of a chain.
bool ends_step(const Graph& graph, NodeId id, const std::vector<NodeId>& users) {
  const Node& node = graph.node(id);
  if (node.types.size() != 1 || node.type().dtype == DType::I32)
    return false;
  if (node.type().dtype == DType::I8)
    return true;
  return users.size() != 1 || !is_elementwise(graph, users.front()) ||
         graph.type(users.front()).shape != node.type().shape;
}

bool computes(const Node& node) {
  return (node.kind == NodeKind::Call || node.kind == NodeKind::TupleGet) && !node.constant_expr;
}

void make_names_differ(SteppedGraph& g) {
  UniqueNames names;
  for (const NodeId id : g.graph.inputs())
    g.graph.node(id).name = names.make(g.graph.node(id).name);
  for (NodeId id = 0; id < g.graph.size(); ++id) {
    Node& node = g.graph.node(id);
    if (node.kind == NodeKind::Input)
      continue;
    if (node.name.empty() && g.crossable[static_cast<size_t>(id)])
      node.name = fmt::format("v{}", id);
    if (!node.name.empty())
      node.name = names.make(node.name);
  }
}

class Stepper {
 public:
  explicit Stepper(SteppedGraph& g) : g_(g), live_(live_nodes(g.graph)), users_(g.graph.users()) {}

  // A step takes what it needs and no step before it has: int32 sums that are added later are
  // computed there.
  void run() {
    const Graph& graph = g_.graph;
    std::set<NodeId> outputs(graph.outputs().begin(), graph.outputs().end());
    for (NodeId id = 0; id < graph.size(); ++id) {
      if (!live_[static_cast<size_t>(id)] || !computes(graph.node(id)))
        continue;
      const bool crosses = ends_step(graph, id, live_users(id));
      g_.crossable[static_cast<size_t>(id)] = crosses;
      if ((crosses || outputs.contains(id)) && g_.step_of[static_cast<size_t>(id)] < 0)
        add_step(id);
    }
  }

 private:
  std::vector<NodeId> live_users(NodeId id) const {
    std::vector<NodeId> users;
    for (const NodeId user : users_[static_cast<size_t>(id)])
      if (live_[static_cast<size_t>(user)])
        users.push_back(user);
    return users;
  }

  void add_step(NodeId value) {
    SplitStep step{value, {}};
    const auto number = std::ssize(g_.steps);
    std::vector<NodeId> todo = {value};
    while (!todo.empty()) {
      const NodeId id = todo.back();
      todo.pop_back();
      int64_t& of = g_.step_of[static_cast<size_t>(id)];
      if (of >= 0 || !computes(g_.graph.node(id)))
        continue;
      of = number;
      step.nodes.push_back(id);
      for (const NodeId in : g_.graph.node(id).inputs)
        todo.push_back(in);
    }
    std::ranges::sort(step.nodes);
    g_.steps.push_back(std::move(step));
  }

  SteppedGraph& g_;
  std::vector<bool> live_;
  std::vector<std::vector<NodeId>> users_;
};

}  // namespace

SteppedGraph step_graph(const Graph& quantized) {
  SteppedGraph g;
  g.graph = quantized;
  g.step_of.assign(static_cast<size_t>(quantized.size()), -1);
  g.crossable.assign(static_cast<size_t>(quantized.size()), false);
  Stepper(g).run();
  make_names_differ(g);
  return g;
}

std::vector<LinearCut> linear_cuts(const SteppedGraph& g, int64_t most) {
  std::vector<int64_t> last_use(static_cast<size_t>(g.graph.size()), -1);
  for (size_t s = 0; s < g.steps.size(); ++s)
    for (const NodeId id : g.steps[s].nodes)
      for (const NodeId in : g.graph.node(id).inputs)
        last_use[static_cast<size_t>(in)] = static_cast<int64_t>(s);
  std::vector<LinearCut> cuts;
  std::set<NodeId> crossing;
  for (size_t s = 0; s + 1 < g.steps.size(); ++s) {
    const auto here = static_cast<int64_t>(s);
    for (const NodeId id : g.steps[s].nodes)
      if (last_use[static_cast<size_t>(id)] > here)
        crossing.insert(id);
    std::erase_if(crossing, [&](NodeId id) { return last_use[static_cast<size_t>(id)] <= here; });
    const bool legal = std::ranges::all_of(
        crossing, [&](NodeId id) { return g.crossable[static_cast<size_t>(id)]; });
    if (legal && std::ssize(crossing) <= most)
      cuts.push_back({here + 1, {crossing.begin(), crossing.end()}});
  }
  return cuts;
}

std::vector<int64_t> parts_behind(const SteppedGraph& g, const std::vector<int64_t>& cuts) {
  std::vector<int64_t> part(g.steps.size());
  for (size_t s = 0; s < part.size(); ++s)
    part[s] = std::ranges::upper_bound(cuts, static_cast<int64_t>(s)) - cuts.begin();
  return part;
}

}  // namespace vta
