#include "compiler/interp/interpreter.h"

#include <array>

#include "base/plural.h"
#include "compiler/graph/op_table.h"
#include "compiler/interp/eval.h"

namespace vta {

using interp::Call;
using interp::Evaluator;

namespace {

const Evaluator* find_evaluator(std::string_view op) {
  for (const auto table :
       {interp::elementwise_evaluators(), interp::convolution_evaluators(),
        interp::pool_evaluators(), interp::normalize_evaluators(), interp::reduce_evaluators(),
        interp::layout_evaluators(), interp::unary_evaluators(), interp::choice_evaluators(),
        interp::index_evaluators(), interp::resize_evaluators(), interp::quantized_evaluators(),
        interp::integer_evaluators(), interp::recurrent_evaluators(), interp::sample_evaluators(),
        interp::attention_evaluators(), interp::transformer_evaluators()})
    for (const Evaluator& e : table)
      if (e.op == op)
        return &e;
  return nullptr;
}

void check_inputs(const Graph& graph, std::span<const Tensor> inputs) {
  if (inputs.size() != graph.inputs().size())
    throw InputError(fmt::format("the network has {}, {} given",
                                 counted(std::ssize(graph.inputs()), "input"), inputs.size()));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Node& node = graph.node(graph.inputs()[i]);
    if (!inputs[i].valid())
      throw InputError(fmt::format("input '{}' has no value", node.name));
    const TensorType given{inputs[i].shape(), inputs[i].dtype()};
    if (given != node.type())
      throw InputError(fmt::format("input '{}' is {}, expected {}", node.name, type_text(given),
                                   type_text(node.type())));
  }
}

// Values of the nodes that are still needed.
class Values {
 public:
  explicit Values(const Graph& graph)
      : uses_(graph.use_counts()), values_(static_cast<size_t>(graph.size())) {}

  std::vector<Tensor>& of(NodeId id) { return values_[static_cast<size_t>(id)]; }

  std::vector<Tensor> operands(const Node& node) {
    std::vector<Tensor> operands;
    for (NodeId input : node.inputs)
      operands.push_back(of(input).front());
    return operands;
  }
  void release_operands(const Node& node) {
    for (NodeId input : node.inputs)
      release(input);
  }
  void release(NodeId id) {
    if (--uses_[static_cast<size_t>(id)] == 0)
      of(id).clear();
  }
  bool used(NodeId id) const { return uses_[static_cast<size_t>(id)] > 0; }

 private:
  std::vector<int> uses_;
  std::vector<std::vector<Tensor>> values_;
};

std::vector<Tensor> compute(const Graph& graph, NodeId id, Values& values) {
  const Node& node = graph.node(id);
  switch (node.kind) {
    case NodeKind::Input:
      break;  // set by the caller
    case NodeKind::Constant:
      if (!node.constant.valid())
        throw CompileError(
            fmt::format("constant %{} of type {} has no data", id, type_text(node.type())));
      return {node.constant};
    case NodeKind::Call: {
      const std::vector<Tensor> operands = values.operands(node);
      return evaluate_op(node.op, node.attrs, operands);
    }
    case NodeKind::TupleGet:
      return {values.of(node.inputs.front())[static_cast<size_t>(node.tuple_index)]};
  }
  return std::move(values.of(id));
}

}  // namespace

std::vector<Tensor> evaluate_op(const std::string& op, const Attrs& attrs,
                                std::span<const Tensor> inputs) {
  std::vector<TensorType> operand_types;
  for (const Tensor& t : inputs)
    operand_types.push_back({t.shape(), t.dtype()});
  const std::vector<TensorType> types = infer_types(op, operand_types, attrs);
  require_resources(op, operand_types, types, attrs);
  const Evaluator* evaluator = find_evaluator(op);
  VTA_CHECK(evaluator != nullptr, "operator {} is in the table but has no evaluator", op);
  return evaluator->run(Call{op, attrs, inputs, types});
}

std::vector<Tensor> interpret(const Graph& graph, std::span<const Tensor> inputs,
                              const InterpretOptions& options) {
  check_inputs(graph, inputs);
  Values values(graph);
  for (size_t i = 0; i < inputs.size(); ++i)
    values.of(graph.inputs()[i]) = {inputs[i]};
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (values.used(id)) {
      values.of(id) = compute(graph, id, values);
      if (options.observe)
        options.observe(id, values.of(id).front());
    }
    values.release_operands(node);
  }
  std::vector<Tensor> outputs;
  for (NodeId id : graph.outputs())
    outputs.push_back(values.of(id).front());
  return outputs;
}

}  // namespace vta
