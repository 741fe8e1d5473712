#include "compiler/onnx/branches.h"

#include <algorithm>

#include "base/plural.h"

namespace vta::onnx_import {
namespace {

// As one value: broadcast, it would make results larger.
Value single_condition(const OpNode& node) {
  if (num_elements(node.shape(0)) != 1 || node.dtype(0) != DType::Bool)
    node.fail(fmt::format("the condition is {}: must be one bool",
                          type_text(node.builder().type(node.in(0)))));
  return node.shape(0).empty() ? node.in(0)
                               : node.call("reshape", {node.in(0)}, {{"newshape", IntList{}}});
}

// The operand that must be constant for a call that cannot fail; none for most operators.
int operand_that_fails(const Graph& graph, const Node& call) {
  const bool integers = !call.inputs.empty() && graph.type(call.inputs[0]).dtype != DType::F32;
  if (call.op == "take" || call.op == "gather" || call.op == "gather_nd" ||
      (integers && (call.op == "mod" || call.op == "divide")))
    return 1;
  return call.op == "nn.rnn" || call.op == "nn.gru" || call.op == "nn.lstm" ? 4 : -1;
}

void require_safe(const OpNode& node, const Branch& branch) {
  const Graph& graph = node.builder().graph();
  for (NodeId id = branch.begin; id < branch.end; ++id) {
    const Node& call = graph.node(id);
    const int operand = call.kind == NodeKind::Call ? operand_that_fails(graph, call) : -1;
    if (operand >= 0 && !graph.node(call.inputs[static_cast<size_t>(operand)]).constant_expr)
      node.constant_known(0, fmt::format("{} has a {} that fails for some values, and it is "
                                         "computed even if it is not chosen: the condition",
                                         branch.name, call.op));
  }
}

Value selected(const OpNode& node, const Value& condition, const Value& yes, const Value& no) {
  if (yes.sequence != nullptr || no.sequence != nullptr)
    node.constant_known(0, "a branch makes a sequence: the condition");
  const TensorType a = node.builder().type(yes), b = node.builder().type(no);
  if (a != b || yes.short_type != no.short_type)
    node.constant_known(
        0, fmt::format("the branches make {} and {}: the condition", type_text(a), type_text(b)));
  Value result = node.call("where", {condition, yes, no});
  result.short_type = yes.short_type;
  return result;
}

// The results of `there`, where the condition chooses them.
std::vector<Value> required_results(const OpNode& node, const Branch& there, const Branch& lost) {
  node.builder().add_note(
      fmt::format("{}: {} cannot be imported, and is an error where the condition chooses it: {}",
                  node.name(), lost.name, lost.refusal));
  const Attrs attrs{
      {"expected", there.name == "then_branch"},
      {"reason", fmt::format("the condition of {} chooses {}, which cannot be computed for these "
                             "shapes",
                             node.name(), lost.name)}};
  const Value condition = single_condition(node);
  std::vector<Value> results;
  for (const Value& result : there.results) {
    if (result.sequence != nullptr)
      node.constant_known(0, "a branch makes a sequence: the condition");
    results.push_back(node.call("require", {result, condition}, attrs));
  }
  return results;
}

}  // namespace

std::vector<Value> chosen_results(const OpNode& node, const Branch& yes, const Branch& no) {
  if (!yes.refusal.empty() && !no.refusal.empty())
    node.fail(fmt::format("neither branch can be imported; {}: {}", yes.name, yes.refusal));
  if (!yes.refusal.empty())
    return required_results(node, no, yes);
  if (!no.refusal.empty())
    return required_results(node, yes, no);
  require_safe(node, yes);
  require_safe(node, no);
  const Value condition = single_condition(node);
  std::vector<Value> results;
  for (size_t i = 0; i < yes.results.size(); ++i)
    results.push_back(selected(node, condition, yes.results[i], no.results[i]));
  return results;
}

}  // namespace vta::onnx_import
