// Element-wise operators and reductions.
#include <array>
#include <limits>

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// The operator of the graph that does the same, on one operand or two.
struct SameOp {
  std::string_view onnx, graph;
};
constexpr SameOp kSame[] = {
    {"Relu", "nn.relu"}, {"Sigmoid", "sigmoid"}, {"Tanh", "tanh"},  {"Exp", "exp"},
    {"Sqrt", "sqrt"},    {"Neg", "negative"},    {"Abs", "abs"},    {"Add", "add"},
    {"Sub", "subtract"}, {"Mul", "multiply"},    {"Div", "divide"}, {"Sum", "add"},
    {"Max", "maximum"},  {"Min", "minimum"},
};

std::string graph_op(const OpNode& node) {
  for (const SameOp& same : kSame)
    if (same.onnx == node.op())
      return std::string(same.graph);
  node.fail("has no counterpart");
}

Value unary(const OpNode& node) {
  return node.call(graph_op(node), {node.in(0)});
}

Value binary(const OpNode& node) {
  return node.call(graph_op(node), {node.in(0), node.in(1)});
}

// Any number of operands, from the left.
Value variadic(const OpNode& node) {
  Value result = node.in(0);
  for (size_t i = 1; i < node.input_count(); ++i)
    result = node.call(graph_op(node), {result, node.in(i)});
  return result;
}

Value leaky_relu(const OpNode& node) {
  return node.call("nn.leaky_relu", {node.in(0)}, {{"alpha", node.get_float("alpha", 0.01)}});
}

// Bounds are attributes before opset 11 and operands from then on; [0, inf) is a Relu.
Value clip(const OpNode& node) {
  constexpr double kLowest = static_cast<double>(std::numeric_limits<float>::lowest());
  constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
  double low = node.get_float("min", kLowest), high = node.get_float("max", kLargest);
  if (node.has(1))
    low = node.constant_number(1, "min");
  if (node.has(2))
    high = node.constant_number(2, "max");
  if (low == 0.0 && high >= kLargest)
    return node.call("nn.relu", {node.in(0)});
  return node.call("clip", {node.in(0)}, {{"a_min", low}, {"a_max", high}});
}

Value cast(const OpNode& node) {
  static const std::vector<std::pair<int64_t, std::string>> kTypes = {
      {onnx::TensorProto::FLOAT, "float32"}, {onnx::TensorProto::DOUBLE, "float32"},
      {onnx::TensorProto::INT8, "int8"},     {onnx::TensorProto::UINT8, "uint8"},
      {onnx::TensorProto::INT32, "int32"},   {onnx::TensorProto::INT64, "int64"},
      {onnx::TensorProto::BOOL, "bool"}};
  const int64_t to = node.get_int("to", 0);
  node.note_type(static_cast<int>(to));
  for (const auto& [type, name] : kTypes)
    if (type == to)
      return node.call("cast", {node.in(0)}, {{"dtype", name}});
  node.fail(fmt::format("to={}: supported are FLOAT, DOUBLE, INT8, UINT8, INT32, INT64, BOOL", to));
}

Value reduce_mean(const OpNode& node) {
  Attrs attrs;
  if (node.find("axes") != nullptr)
    attrs.set("axis", node.get_ints("axes", {}));
  attrs.set("keepdims", node.get_int("keepdims", 1) != 0);
  return node.call("mean", {node.in(0)}, attrs);
}

// Inference: nothing is dropped.
Value dropout(const OpNode& node) {
  if (node.has(2) && node.constant_bool(2, "training_mode"))
    node.fail("training mode is not supported: export the model for inference");
  return node.in(0);
}

Value identity(const OpNode& node) {
  return node.in(0);
}

const std::array<OpImporter, 20> kMathOps = {{
    {"Relu", unary, ""},
    {"LeakyRelu", leaky_relu, ""},
    {"Clip", clip, "bounds as attributes or as constant operands"},
    {"Sigmoid", unary, ""},
    {"Tanh", unary, ""},
    {"Exp", unary, ""},
    {"Sqrt", unary, ""},
    {"Neg", unary, ""},
    {"Abs", unary, ""},
    {"Add", binary, "broadcasting"},
    {"Sub", binary, "broadcasting"},
    {"Mul", binary, "broadcasting"},
    {"Div", binary, "broadcasting"},
    {"Sum", variadic, "broadcasting"},
    {"Max", variadic, "broadcasting"},
    {"Min", variadic, "broadcasting"},
    {"Cast", cast, ""},
    {"ReduceMean", reduce_mean, ""},
    {"Dropout", dropout, "inference: the operand itself"},
    {"Identity", identity, ""},
}};

}  // namespace

std::span<const OpImporter> math_importers() {
  return kMathOps;
}

}  // namespace vta::onnx_import
