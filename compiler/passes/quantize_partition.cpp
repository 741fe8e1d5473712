#include "compiler/passes/quantize_partition.h"

#include <algorithm>

namespace vta {
namespace {

class Partitioner {
 public:
  explicit Partitioner(const Graph& graph)
      : old_(graph), rewriter_(graph), open_(static_cast<size_t>(graph.size()), false) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    std::vector<NodeId> outputs;
    for (NodeId id : old_.outputs())
      outputs.push_back(is_open(id) ? realise(id) : rewriter_.mapped(id));
    Graph graph = rewriter_.finish();
    graph.set_outputs(std::move(outputs));
    return graph;
  }

 private:
  // Partitionable, by old node.
  bool is_open(NodeId id) const { return open_[static_cast<size_t>(id)]; }

  NodeId realise(NodeId id) {
    Graph& graph = rewriter_.graph();
    const NodeId hint = graph.add_call("annotation.cast_hint", {rewriter_.mapped(id)},
                                       {{"dtype", std::string("int8")}});
    return graph.add_call("annotation.stop_fusion", {hint});
  }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call) {
      rewriter_.copy(id);
    } else if (n.op == "nn.conv2d" || n.op == "nn.dense") {
      append(id, true);
      open_[static_cast<size_t>(id)] = true;
    } else if (n.op == "add") {
      visit_add(id);
    } else if (n.op == "nn.relu" || n.op == "nn.max_pool2d" || n.op == "clip" ||
               n.op == "nn.bias_add") {
      append(id, false);
      open_[static_cast<size_t>(id)] = is_open(n.inputs.front());
    } else {
      append(id, true);
    }
  }

  void visit_add(NodeId id) {
    const Node& n = old_.node(id);
    const NodeId a = n.inputs[0], b = n.inputs[1];
    const bool constant =
        old_.node(a).kind == NodeKind::Constant || old_.node(b).kind == NodeKind::Constant;
    append(id, !constant);
    open_[static_cast<size_t>(id)] = constant ? is_open(a) || is_open(b) : is_open(a) && is_open(b);
  }

  // Copies a call, its partitionable operands realised first where asked for.
  void append(NodeId id, bool realise_operands) {
    const Node& n = old_.node(id);
    std::vector<NodeId> operands;
    for (NodeId input : n.inputs)
      operands.push_back(realise_operands && is_open(input) ? realise(input)
                                                            : rewriter_.mapped(input));
    const NodeId call = rewriter_.graph().add_call(n.op, std::move(operands), n.attrs);
    Node& to = rewriter_.graph().node(call);
    to.name = n.name;
    to.comment = n.comment;
    to.target = n.target;
    rewriter_.map(id, call);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<bool> open_;
};

}  // namespace

Graph quantize_partition(const Graph& graph, PassContext&) {
  return Partitioner(graph).run();
}

}  // namespace vta
