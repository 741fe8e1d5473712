#include "compiler/passes/quantize_partition.h"

#include "base/error.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

class QuantizePartitioner {
 public:
  QuantizePartitioner(const Graph& graph, const PartitionRules& rules)
      : old_(graph),
        rules_(rules),
        rewriter_(graph),
        marked_(static_cast<size_t>(graph.size()), false) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      if (old_.node(id).kind == NodeKind::Call)
        visit_call(id);
      else
        rewriter_.copy(id);
    }
    std::vector<NodeId> outputs;
    for (NodeId id : old_.outputs())
      outputs.push_back(is_marked(id) ? cast(id) : rewriter_.mapped(id));
    Graph graph = rewriter_.finish();
    graph.set_outputs(std::move(outputs), old_.output_names());
    return graph;
  }

 private:
  bool is_marked(NodeId old_id) const { return marked_[static_cast<size_t>(old_id)]; }

  NodeId cast(NodeId old_id) {
    Graph& graph = rewriter_.graph();
    const NodeId hint = graph.add_call("annotation.cast_hint", {rewriter_.mapped(old_id)},
                                       {{"dtype", std::string("int8")}});
    return graph.add_call("annotation.stop_fusion", {hint});
  }

  void visit_call(NodeId id) {
    const Node& call = old_.node(id);
    std::vector<PartitionOperand> operands;
    for (NodeId input : call.inputs)
      operands.push_back({.marked = is_marked(input), .constant = is_constant(old_, input)});
    const bool marked = rules_.at(call.op)(call, operands);
    if (marked && call.types.size() > 1)
      throw UsageError(
          fmt::format("quantize_partition: the rule for '{}' marks {} results, but a mark applies "
                      "to a single value",
                      call.op, call.types.size()));
    marked_[static_cast<size_t>(id)] = marked;
    std::vector<NodeId> inputs;
    for (size_t i = 0; i < operands.size(); ++i)
      inputs.push_back(operands[i].cast ? cast(call.inputs[i]) : rewriter_.mapped(call.inputs[i]));
    const NodeId copy = rewriter_.graph().add_call(call.op, std::move(inputs), call.attrs);
    keep_identity(call, rewriter_.graph().node(copy));
    rewriter_.map(id, copy);
  }

  const Graph& old_;
  const PartitionRules& rules_;
  GraphRewriter rewriter_;
  std::vector<bool> marked_;  // by old node
};

}  // namespace

Graph quantize_partition(const Graph& graph, PassContext& context) {
  return QuantizePartitioner(graph, context.partition_rules).run();
}

}  // namespace vta
