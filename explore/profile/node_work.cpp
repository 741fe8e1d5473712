#include "explore/profile/node_work.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/graph/operations.h"

namespace vta::explore {
namespace {

class Collector {
 public:
  explicit Collector(const Graph& graph) : graph_(graph), users_(graph.users()) {
    owner_.assign(static_cast<size_t>(graph.size()), -1);
  }

  std::vector<NodeWork> collect() {
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (is_work(id))
        add(id);
    for (size_t row = 0; row < rows_.size(); ++row)
      count_values(static_cast<int64_t>(row));
    return std::move(rows_);
  }

 private:
  bool is_work(NodeId id) const {
    const Node& n = graph_.node(id);
    return n.kind == NodeKind::TupleGet || (n.kind == NodeKind::Call && !n.constant_expr);
  }

  std::string name_of(NodeId id) const {
    const Node& n = graph_.node(id);
    if (!n.onnx_nodes.empty())
      return n.onnx_nodes.front();
    if (!n.name.empty())
      return n.name;
    return fmt::format("{}_{}", n.op, id);
  }

  void add(NodeId id) {
    const Node& n = graph_.node(id);
    const bool of_tuple = n.kind == NodeKind::TupleGet;
    const auto [at, made] =
        of_tuple
            ? std::pair(by_name_.find(rows_[static_cast<size_t>(owner(n.inputs[0]))].name), false)
            : by_name_.try_emplace(name_of(id), std::ssize(rows_));
    if (made) {
      rows_.emplace_back().name = at->first;
      calls_.emplace_back();
    }
    owner_[static_cast<size_t>(id)] = at->second;
    calls_[static_cast<size_t>(at->second)].push_back(id);
    NodeWork& row = rows_[static_cast<size_t>(at->second)];
    if (of_tuple)
      return;
    if (std::ranges::find(row.ops, n.op) == row.ops.end())
      row.ops.push_back(n.op);
    const Operations work = operations_of(graph_, id);
    row.macs += work.macs;
    row.operations += work.count;
    row.output = n.type().shape;
  }

  int64_t owner(NodeId id) const { return owner_[static_cast<size_t>(id)]; }

  void count_values(int64_t number) {
    NodeWork& row = rows_[static_cast<size_t>(number)];
    std::set<NodeId> read;
    int64_t values = 0;
    for (const NodeId id : calls_[static_cast<size_t>(number)]) {
      for (const NodeId in : graph_.node(id).inputs) {
        if (owner(in) == number || !read.insert(in).second)
          continue;
        values += elements(in);
        if (is_weight(in))
          row.weights.push_back(graph_.type(in).shape);
      }
      if (is_read_outside(id, number))
        values += elements(id);
    }
    row.int8_bytes = values;
    row.float32_bytes = values * 4;
  }

  // A constant, or what is computed of constants before the network runs.
  bool is_weight(NodeId id) const {
    return graph_.node(id).kind == NodeKind::Constant || graph_.node(id).constant_expr;
  }

  // Of a call with several results those that are read through tuple reads, which are calls here.
  int64_t elements(NodeId id) const {
    return graph_.node(id).types.size() == 1 ? num_elements(graph_.type(id).shape) : 0;
  }

  bool is_read_outside(NodeId id, int64_t number) const {
    return std::ranges::find(graph_.outputs(), id) != graph_.outputs().end() ||
           std::ranges::any_of(users_[static_cast<size_t>(id)],
                               [&](NodeId user) { return owner(user) != number; });
  }

  const Graph& graph_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<int64_t> owner_;  // row by node
  std::map<std::string, int64_t> by_name_;
  std::vector<NodeWork> rows_;
  std::vector<std::vector<NodeId>> calls_;  // by row
};

}  // namespace

std::vector<NodeWork> node_work(const Graph& imported) {
  return Collector(imported).collect();
}

void cover(std::vector<NodeWork>& nodes, const Profile& profile) {
  std::map<std::string, NodeWork*> by_name;
  for (NodeWork& node : nodes)
    by_name[node.name] = &node;
  for (const OperatorProfile& op : profile.operators)
    for (const std::string& name : op.onnx_nodes) {
      const auto at = by_name.find(name);
      if (at == by_name.end())
        continue;
      NodeWork& node = *at->second;
      if (op.kernel >= 0)
        node.kernels.push_back(op.name);
      else
        node.host.push_back(op.position);
      if (op.host_seconds && name == op.onnx_nodes.front())
        node.host_seconds = node.host_seconds.value_or(0) + *op.host_seconds;
    }
}

NodeTotals totals(const Graph& imported, const std::vector<NodeWork>& nodes) {
  NodeTotals sum;
  sum.nodes = std::ssize(nodes);
  for (const NodeWork& node : nodes) {
    sum.macs += node.macs;
    sum.operations += node.operations;
    sum.int8_bytes += node.int8_bytes;
    sum.float32_bytes += node.float32_bytes;
  }
  for (NodeId id = 0; id < imported.size(); ++id)
    if (imported.node(id).kind == NodeKind::Constant)
      sum.weights += num_elements(imported.type(id).shape);
  return sum;
}

std::string place_of(const NodeWork& node) {
  if (node.kernels.empty())
    return node.host.empty() ? "none" : "host";
  return node.host.empty() ? "accelerator" : "both";
}

}  // namespace vta::explore
