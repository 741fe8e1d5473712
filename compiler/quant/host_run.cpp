#include "compiler/quant/host_run.h"

#include "runtime/host_ops.h"

namespace vta {

std::vector<Tensor> run_on_host(const Graph& graph, std::span<const Tensor> inputs,
                                const std::function<void(NodeId, const Tensor&)>& observe) {
  std::vector<std::vector<Tensor>> values(static_cast<size_t>(graph.size()));
  std::vector<int> reads = graph.use_counts();
  for (size_t i = 0; i < inputs.size(); ++i)
    values[static_cast<size_t>(graph.inputs()[i])] = {inputs[i]};
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    std::vector<Tensor>& own = values[static_cast<size_t>(id)];
    if (n.kind == NodeKind::Constant)
      own = {n.constant};
    if (n.kind == NodeKind::TupleGet)
      own = {values[static_cast<size_t>(n.inputs[0])][static_cast<size_t>(n.tuple_index)]};
    if (n.kind == NodeKind::Call) {
      std::vector<Tensor> operands;
      for (const NodeId in : n.inputs)
        operands.push_back(values[static_cast<size_t>(in)].front());
      own = run_host_op(n.op, n.attrs, operands);
    }
    if (observe && n.kind != NodeKind::Constant && own.size() == 1)
      observe(id, own.front());
    for (const NodeId in : n.inputs)
      if (--reads[static_cast<size_t>(in)] == 0)
        values[static_cast<size_t>(in)].clear();
  }
  std::vector<Tensor> outputs;
  for (const NodeId id : graph.outputs())
    outputs.push_back(values[static_cast<size_t>(id)].front());
  return outputs;
}

}  // namespace vta
