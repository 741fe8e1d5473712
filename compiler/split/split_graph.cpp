#include "compiler/split/split_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "compiler/graph/graph_util.h"
#include "compiler/graph/unique_names.h"

namespace vta {
namespace {

class Splitter {
 public:
  Splitter(const SteppedGraph& g, const std::vector<int64_t>& part_of_step)
      : g_(g), part_of_step_(part_of_step) {}

  SplitNetwork run() {
    for (const NodeId id : g_.graph.inputs())
      out_.inputs.push_back({g_.graph.node(id).name, g_.graph.type(id), {}});
    const int64_t parts = *std::ranges::max_element(part_of_step_) + 1;
    for (int64_t part = 0; part < parts; ++part)
      add_part(part);
    for (size_t i = 0; i < g_.graph.outputs().size(); ++i) {
      const NodeId id = g_.graph.outputs()[i];
      out_.outputs.push_back({output_name(i), g_.graph.type(id), made_.at(id)});
    }
    return std::move(out_);
  }

 private:
  // Of the network. Listings have outputs without a name.
  std::string output_name(size_t i) const {
    const std::string& name = g_.graph.output_name(i);
    return name.empty() ? fmt::format("output{}", i) : name;
  }

  // -1: an input, a constant, or what depends on constants alone.
  int64_t part_of(NodeId id) const {
    const int64_t step = g_.step_of[static_cast<size_t>(id)];
    return step < 0 ? -1 : part_of_step_[static_cast<size_t>(step)];
  }

  void add_part(int64_t part) {
    std::set<NodeId> own, constant, given;
    for (size_t s = 0; s < g_.steps.size(); ++s)
      if (part_of_step_[s] == part)
        own.insert(g_.steps[s].nodes.begin(), g_.steps[s].nodes.end());
    for (const NodeId id : own)
      for (const NodeId in : g_.graph.node(id).inputs)
        sort_operand(in, part, constant, given);
    std::set<NodeId> leaving;
    for (const NodeId id : own)
      if (leaves(id, part))
        leaving.insert(id);
    if (part == 0)
      add_given_outputs(constant, given, leaving);
    Graph graph;
    std::map<NodeId, NodeId> mapped;
    add_inputs(part, given, graph, mapped);
    std::set<NodeId> all = constant;
    all.insert(own.begin(), own.end());
    for (const NodeId id : all) {
      std::vector<NodeId> operands;
      for (const NodeId in : g_.graph.node(id).inputs)
        operands.push_back(mapped.at(in));
      mapped[id] = append_copy(graph, g_.graph.node(id), std::move(operands));
    }
    set_outputs(part, leaving, mapped, graph);
    out_.parts.push_back(std::move(graph));
  }

  // Outputs of the network that no step computes, constants and inputs, are the first part's.
  void add_given_outputs(std::set<NodeId>& constant, std::set<NodeId>& given,
                         std::set<NodeId>& leaving) {
    for (const NodeId id : g_.graph.outputs())
      if (part_of(id) < 0) {
        sort_operand(id, 0, constant, given);
        leaving.insert(id);
      }
  }

  // Called as the network's outputs that they are, the others as their values.
  void set_outputs(int64_t part, const std::set<NodeId>& leaving,
                   const std::map<NodeId, NodeId>& mapped, Graph& graph) {
    std::map<NodeId, std::string> named;
    UniqueNames different;
    for (size_t i = 0; i < g_.graph.outputs().size(); ++i)
      if (const NodeId id = g_.graph.outputs()[i]; leaving.contains(id) && !named.contains(id))
        named[id] = different.make(output_name(i));
    std::vector<NodeId> outputs;
    std::vector<std::string> names;
    for (const NodeId id : leaving) {
      made_[id] = {part, std::ssize(outputs)};
      outputs.push_back(mapped.at(id));
      const auto own = named.find(id);
      names.push_back(own != named.end() ? own->second : different.make(g_.graph.node(id).name));
    }
    graph.set_outputs(std::move(outputs), std::move(names));
  }

  void sort_operand(NodeId id, int64_t part, std::set<NodeId>& constant, std::set<NodeId>& given) {
    const Node& node = g_.graph.node(id);
    const int64_t from = part_of(id);
    if (from == part)
      return;
    if (from >= 0 || node.kind == NodeKind::Input) {
      VTA_CHECK(from < part && (from < 0 || g_.crossable[static_cast<size_t>(id)]),
                "{} goes from part {} to part {}", call_text(g_.graph, id), from, part);
      given.insert(id);
      return;
    }
    if (constant.insert(id).second)
      for (const NodeId in : node.inputs)
        sort_operand(in, part, constant, given);
  }

  void add_inputs(int64_t part, const std::set<NodeId>& given, Graph& graph,
                  std::map<NodeId, NodeId>& mapped) {
    const auto add = [&](NodeId id) {
      mapped[id] = graph.add_input(g_.graph.node(id).name, g_.graph.type(id));
      return PartPort{part, std::ssize(graph.inputs()) - 1};
    };
    for (size_t i = 0; i < g_.graph.inputs().size(); ++i)
      if (const NodeId id = g_.graph.inputs()[i]; given.contains(id))
        out_.inputs[i].to.push_back(add(id));
    for (const NodeId id : given)
      if (g_.graph.node(id).kind != NodeKind::Input) {
        const PartPort to = add(id);
        out_.links.push_back({made_.at(id), to, g_.graph.node(id).name, g_.graph.type(id), id});
      }
  }

  bool leaves(NodeId id, int64_t part) {
    if (users_.empty())
      users_ = g_.graph.users();
    const auto& outputs = g_.graph.outputs();
    if (std::ranges::find(outputs, id) != outputs.end())
      return true;
    return std::ranges::any_of(users_[static_cast<size_t>(id)],
                               [&](NodeId user) { return part_of(user) > part; });
  }

  const SteppedGraph& g_;
  const std::vector<int64_t>& part_of_step_;
  std::vector<std::vector<NodeId>> users_;
  std::map<NodeId, PartPort> made_;
  SplitNetwork out_;
};

}  // namespace

SplitNetwork split_graph(const SteppedGraph& graph, const std::vector<int64_t>& part_of_step) {
  VTA_CHECK(part_of_step.size() == graph.steps.size() && !graph.steps.empty(), "{} of {} steps",
            part_of_step.size(), graph.steps.size());
  return Splitter(graph, part_of_step).run();
}

}  // namespace vta
