// The driver: every call in integers where a row below can, and copied in float otherwise.
#include "compiler/passes/quantize.h"

#include <algorithm>
#include <string>

#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantized_graph.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

enum class Needs : uint8_t { Nothing, IntegerInputs };

struct Realization {
  std::string_view op;
  Needs needs;
  bool (*realize)(QuantizedGraph& q, NodeId id);
};

// In order: the first that can.
constexpr Realization kRealizations[] = {
    {"nn.conv2d", Needs::Nothing, realize_convolution},
    {"nn.dense", Needs::Nothing, realize_dense},
    {"add", Needs::Nothing, realize_norm},
    {"add", Needs::Nothing, realize_sum},
    {"nn.relu", Needs::IntegerInputs, realize_relu},
    {"clip", Needs::IntegerInputs, realize_clip},
    {"nn.max_pool2d", Needs::IntegerInputs, realize_max_pool},
    {"nn.avg_pool2d", Needs::IntegerInputs, realize_average},
    {"nn.global_avg_pool2d", Needs::IntegerInputs, realize_average},
    {"concatenate", Needs::Nothing, realize_concatenate},
    {"nn.batch_flatten", Needs::IntegerInputs, realize_unchanged},
    {"reshape", Needs::IntegerInputs, realize_unchanged},
    {"nn.dropout", Needs::IntegerInputs, realize_unchanged},
    {"transpose", Needs::IntegerInputs, realize_unchanged},
    {"nn.layer_norm", Needs::Nothing, realize_layer_norm},
    {"nn.rms_norm", Needs::Nothing, realize_layer_norm},
    {"nn.attention", Needs::Nothing, realize_attention},
};

bool has_integer_inputs(QuantizedGraph& q, const Node& n) {
  return !n.inputs.empty() &&
         std::ranges::all_of(n.inputs, [&](NodeId in) { return q.value(in).integer; });
}

bool realize(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  return std::ranges::any_of(kRealizations, [&](const Realization& row) {
    return row.op == n.op && (row.needs == Needs::Nothing || has_integer_inputs(q, n)) &&
           row.realize(q, id);
  });
}

void copy_in_float(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  std::vector<NodeId> operands;
  for (NodeId in : n.inputs)
    operands.push_back(q.as_float(in));
  q.value(id).f32 = append_copy(q.graph(), n, std::move(operands));
}

void visit(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  if (n.kind == NodeKind::Input || n.kind == NodeKind::Constant)
    return;
  const NodeId first = q.graph().size();
  if (n.kind != NodeKind::Call || !realize(q, id))
    copy_in_float(q, id);
  q.graph().add_onnx_nodes(first, n.onnx_nodes);
}

void check_skip_names(const Graph& graph, const QuantOptions& options) {
  std::vector<std::string> known;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (is_call(graph, id, "nn.conv2d") || is_call(graph, id, "nn.dense"))
      known.push_back(graph.node(id).name);
  for (const std::string& name : options.skip_names)
    if (std::ranges::find(known, name) == known.end())
      throw CompileError(fmt::format("no convolution or dense layer is named '{}': known are {}",
                                     name, fmt::join(known, ", ")));
}

// 0 is the default and may name nothing.
void check_skip_indices(const Graph& graph, const QuantOptions& options) {
  int64_t convolutions = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    convolutions += is_call(graph, id, "nn.conv2d") ? 1 : 0;
  for (const int64_t index : options.skip_conv)
    if (index != 0 && index >= convolutions)
      throw CompileError(
          fmt::format("there is no convolution {} to leave in float: the network "
                      "has {}, counted from 0",
                      index, convolutions));
}

bool has_int8_layers(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if ((n.op == "nn.conv2d" || n.op == "nn.dense") && graph.type(n.inputs[0]).dtype == DType::I8)
      return true;
  }
  return false;
}

}  // namespace

Graph quantize(const Graph& graph, PassContext& context) {
  if (has_int8_layers(graph) || keeps_integers(context.quant.mode))
    return graph;
  if (graph.model_scales().present && context.quant.all_of_quantized_models)
    context.quant.all_int8();
  check_skip_names(graph, context.quant);
  check_skip_indices(graph, context.quant);
  QuantizedGraph q(graph, context);
  for (NodeId id : graph.inputs())
    q.value(id).f32 = q.graph().add_input(graph.node(id).name, graph.type(id));
  for (NodeId id = 0; id < graph.size(); ++id)
    if (q.needs_visit(id))
      visit(q, id);
  std::vector<NodeId> outputs;
  for (NodeId id : graph.outputs())
    outputs.push_back(q.as_float(id));
  q.graph().set_outputs(std::move(outputs), graph.output_names());
  if (context.quant_trace != nullptr)
    *context.quant_trace = q.trace();
  return q.take();
}

}  // namespace vta
