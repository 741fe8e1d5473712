#include "compiler/codegen/item_order.h"

#include <map>

namespace vta {
namespace {

using Item = std::variant<HostItem, Kernel, BoundaryCopy>;

// No item produces the field of a tuple: the call does.
NodeId producer(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return node.kind == NodeKind::TupleGet ? node.inputs.front() : id;
}

std::vector<NodeId> consumed(const Graph& graph, const Item& item) {
  std::vector<NodeId> nodes;
  if (const auto* host = std::get_if<HostItem>(&item)) {
    for (const NodeId input : graph.node(host->node).inputs)
      nodes.push_back(producer(graph, input));
    return nodes;
  }
  if (const auto* copy = std::get_if<BoundaryCopy>(&item))
    return {copy->to_device ? producer(graph, copy->host) : copy->packed};
  for (const KernelInput& input : std::get<Kernel>(item).inputs)
    nodes.push_back(input.node);
  return nodes;
}

// What a value is put together from: itself, or the parts of a concat.
class Sources {
 public:
  explicit Sources(const std::vector<Concat>& concats) {
    for (const Concat& concat : concats) {
      std::vector<NodeId>& all = of_[concat.output];
      for (const NodeId part : concat.parts)
        for (const NodeId source : of(part))
          all.push_back(source);
    }
  }
  std::vector<NodeId> of(NodeId node) const {
    const auto found = of_.find(node);
    return found == of_.end() ? std::vector<NodeId>{node} : found->second;
  }

 private:
  std::map<NodeId, std::vector<NodeId>> of_;
};

NodeId produced(const Item& item) {
  if (const auto* host = std::get_if<HostItem>(&item))
    return host->node;
  if (const auto* copy = std::get_if<BoundaryCopy>(&item))
    return copy->to_device ? copy->packed : copy->host;
  return std::get<Kernel>(item).output;
}

}  // namespace

std::vector<size_t> order_items(const LoweredGraph& lowered) {
  const size_t n = lowered.items.size();
  std::vector<bool> pending_node(static_cast<size_t>(lowered.graph.size()), false);
  for (const Item& item : lowered.items)
    pending_node[static_cast<size_t>(produced(item))] = true;
  const Sources sources(lowered.concats);
  std::vector<bool> done(n, false);
  std::vector<size_t> order;
  auto ready = [&](size_t i) {
    for (const NodeId node : consumed(lowered.graph, lowered.items[i]))
      for (const NodeId source : sources.of(node))
        if (pending_node[static_cast<size_t>(source)])
          return false;
    return true;
  };
  // One sweep in the given order reaches everything of its sort that only waits for its own sort.
  auto sweep = [&](bool kernels) {
    bool any = false;
    for (size_t i = 0; i < n; ++i) {
      if (done[i] || std::holds_alternative<Kernel>(lowered.items[i]) != kernels || !ready(i))
        continue;
      done[i] = any = true;
      pending_node[static_cast<size_t>(produced(lowered.items[i]))] = false;
      order.push_back(i);
    }
    return any;
  };
  while (order.size() < n) {
    const bool host = sweep(false);
    const bool device = sweep(true);
    VTA_CHECK(host || device, "{} items wait for values that nothing produces", n - order.size());
  }
  return order;
}

}  // namespace vta
