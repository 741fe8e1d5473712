#include "compiler/quant/host_run.h"

#include "compiler/interp/interpreter.h"
#include "runtime/host_ops.h"

namespace vta {
namespace {

using Observer = std::function<void(NodeId, const Tensor&)>;
using Operator = std::vector<Tensor> (*)(const Node& call, std::span<const Tensor> operands);

std::vector<Tensor> on_host(const Node& call, std::span<const Tensor> operands) {
  return run_host_op(call.op, call.attrs, operands);
}

std::vector<Tensor> integers_as_defined(const Node& call, std::span<const Tensor> operands) {
  // Scales are further operands.
  const bool real = call.type().dtype == DType::F32 ||
                    (!operands.empty() && operands.front().dtype() == DType::F32);
  return real && is_host_op(call.op) ? on_host(call, operands)
                                     : evaluate_op(call.op, call.attrs, operands);
}

std::vector<Tensor> run_by(Operator run, const Graph& graph, std::span<const Tensor> inputs,
                           const Observer& observe) {
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
      own = run(n, operands);
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

}  // namespace

std::vector<Tensor> run_on_host(const Graph& graph, std::span<const Tensor> inputs,
                                const std::function<void(NodeId, const Tensor&)>& observe) {
  return run_by(on_host, graph, inputs, observe);
}

std::vector<Tensor> run_integers(const Graph& graph, std::span<const Tensor> inputs,
                                 const std::function<void(NodeId, const Tensor&)>& observe) {
  return run_by(integers_as_defined, graph, inputs, observe);
}

}  // namespace vta
