// Element-wise operators.
#include <algorithm>
#include <limits>

#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// The operator of the graph that does the same, on one operand or two.
struct SameOp {
  std::string_view onnx, graph;
};
constexpr SameOp kSame[] = {
    {"Abs", "abs"},
    {"Acos", "acos"},
    {"Acosh", "acosh"},
    {"Add", "add"},
    {"And", "logical_and"},
    {"Asin", "asin"},
    {"Asinh", "asinh"},
    {"Atan", "atan"},
    {"Atanh", "atanh"},
    {"Ceil", "ceil"},
    {"Cos", "cos"},
    {"Cosh", "cosh"},
    {"Div", "divide"},
    {"Equal", "equal"},
    {"Erf", "erf"},
    {"Exp", "exp"},
    {"Floor", "floor"},
    {"Greater", "greater"},
    {"GreaterOrEqual", "greater_equal"},
    {"HardSwish", "nn.hard_swish"},
    {"IsNaN", "isnan"},
    {"Less", "less"},
    {"LessOrEqual", "less_equal"},
    {"Log", "log"},
    {"Max", "maximum"},
    {"Min", "minimum"},
    {"Mish", "nn.mish"},
    {"Mul", "multiply"},
    {"Neg", "negative"},
    {"Not", "logical_not"},
    {"Or", "logical_or"},
    {"PRelu", "nn.prelu"},
    {"Reciprocal", "reciprocal"},
    {"Relu", "nn.relu"},
    {"Round", "round_even"},
    {"Sigmoid", "sigmoid"},
    {"Sign", "sign"},
    {"Sin", "sin"},
    {"Sinh", "sinh"},
    {"Softplus", "nn.softplus"},
    {"Softsign", "nn.softsign"},
    {"Sqrt", "sqrt"},
    {"Sub", "subtract"},
    {"Sum", "add"},
    {"Tan", "tan"},
    {"Tanh", "tanh"},
    {"Where", "where"},
    {"Xor", "logical_xor"},
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

Value ternary(const OpNode& node) {
  return node.call(graph_op(node), {node.in(0), node.in(1), node.in(2)});
}

Value mean(const OpNode& node) {
  Value result = node.in(0);
  for (size_t i = 1; i < node.input_count(); ++i)
    result = node.call("add", {result, node.in(i)});
  const auto count = static_cast<double>(node.input_count());
  return node.input_count() == 1 ? result : node.call("divide", {result, node.number(count)});
}

// ---- Activations with numbers as attributes -----------------------------------------------------
struct NumberAttr {
  std::string_view name;
  double absent = 0;
};
struct ActivationForm {
  std::string_view onnx, graph;
  std::vector<NumberAttr> numbers;
};

const std::vector<ActivationForm>& activation_forms() {
  static const std::vector<ActivationForm> kActivations = {
      {"LeakyRelu", "nn.leaky_relu", {{"alpha", 0.01}}},
      {"Elu", "nn.elu", {{"alpha", 1}}},
      {"Celu", "nn.celu", {{"alpha", 1}}},
      {"Selu",
       "nn.selu",
       {{"alpha", 1.67326319217681884765625}, {"gamma", 1.05070102214813232421875}}},
      {"HardSigmoid", "nn.hard_sigmoid", {{"alpha", 0.2}, {"beta", 0.5}}},
      {"ThresholdedRelu", "nn.thresholded_relu", {{"alpha", 1}}},
      {"Shrink", "nn.shrink", {{"lambd", 0.5}, {"bias", 0}}},
  };
  return kActivations;
}

Value activation(const OpNode& node) {
  const auto form = std::ranges::find(activation_forms(), node.op(), &ActivationForm::onnx);
  VTA_CHECK(form != activation_forms().end(), "{} has no counterpart", node.op());
  Attrs attrs;
  for (const NumberAttr& number : form->numbers)
    attrs.set(number.name, node.get_float(number.name, number.absent));
  return node.call(std::string(form->graph), {node.in(0)}, attrs);
}

Value swish(const OpNode& node) {
  const double alpha = node.get_float("alpha", 1);
  const Value scaled =
      alpha == 1 ? node.in(0) : node.call("multiply", {node.in(0), node.number(alpha)});
  return node.call("multiply", {node.in(0), node.call("sigmoid", {scaled})});
}

Value gelu(const OpNode& node) {
  const std::string way = node.get_string("approximate", "none");
  if (way != "none" && way != "tanh")
    node.fail(fmt::format("approximate \"{}\" is unknown: none or tanh", way));
  return node.call(way == "none" ? "nn.gelu" : "nn.gelu_tanh", {node.in(0)});
}

// The result has the base's type, whatever the exponent's.
Value pow(const OpNode& node) {
  const DType base = node.dtype(0), exponent = node.dtype(1);
  const auto as = [&](size_t i, DType dtype) {
    return node.dtype(i) == dtype
               ? node.in(i)
               : node.call("cast", {node.in(i)}, {{"dtype", std::string(dtype_name(dtype))}});
  };
  const bool floats = base == DType::F32 || exponent == DType::F32;
  const DType wide = floats ? DType::F32 : base;
  const Value power = node.call("power", {as(0, wide), as(1, wide)});
  return wide == base ? power
                      : node.call("cast", {power}, {{"dtype", std::string(dtype_name(base))}});
}

Value mod(const OpNode& node) {
  const bool fmod = node.get_int("fmod", 0) != 0;
  if (!fmod && node.dtype(0) == DType::F32)
    node.fail("fmod=0 is for integers: float operands need fmod=1");
  return node.call("mod", {node.in(0), node.in(1)}, {{"fmod", fmod}});
}

Value is_inf(const OpNode& node) {
  return node.call("isinf", {node.in(0)},
                   {{"detect_negative", node.get_int("detect_negative", 1) != 0},
                    {"detect_positive", node.get_int("detect_positive", 1) != 0}});
}

// Bounds are attributes before opset 11 and operands from then on; [0, inf) is a Relu.
Value clip(const OpNode& node) {
  constexpr double kLowest = static_cast<double>(std::numeric_limits<float>::lowest());
  constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
  double low = node.get_float("min", kLowest), high = node.get_float("max", kLargest);
  const auto varies = [&](size_t i) { return node.has(i) && !node.in(i).is_constant(); };
  if (varies(1) || varies(2)) {
    const Value raised = node.has(1) ? node.call("maximum", {node.in(0), node.in(1)}) : node.in(0);
    return node.has(2) ? node.call("minimum", {raised, node.in(2)}) : raised;
  }
  if (node.has(1))
    low = node.constant_number(1, "min");
  if (node.has(2))
    high = node.constant_number(2, "max");
  low = std::min(low, high);  // where they cross, all values become the upper one
  if (low == 0.0 && high >= kLargest)
    return node.call("nn.relu", {node.in(0)});
  return node.call("clip", {node.in(0)}, {{"a_min", low}, {"a_max", high}});
}

Value cast_to(const OpNode& node, DType dtype) {
  if (node.dtype(0) == dtype)
    return node.in(0);
  return node.call("cast", {node.in(0)}, {{"dtype", std::string(dtype_name(dtype))}});
}

Value cast(const OpNode& node) {
  if (node.find("to") == nullptr)
    node.fail("attribute to is missing");
  const int64_t to = node.get_int("to", 0);
  if (to == onnx::TensorProto::BFLOAT16)
    node.fail("to BFLOAT16: values that were rounded to 8 bits are not supported");
  node.note_type(static_cast<int>(to));
  const DType dtype = to_dtype(static_cast<int>(to), fmt::format("to={}", to));
  return cast_to(node, dtype);
}

Value cast_like(const OpNode& node) {
  return cast_to(node, node.dtype(1));
}

Value mask_of(const OpNode& node) {
  const TensorType type{node.shape(0), node.opset() < 10 ? node.dtype(0) : DType::Bool};
  const Value one =
      node.call("cast", {node.number(1)}, {{"dtype", std::string(dtype_name(type.dtype))}});
  return node.call("broadcast_to", {one}, {{"shape", type.shape}});
}

// Inference: nothing is dropped, and the mask is true throughout.
Value dropout(const OpNode& node) {
  const bool training = node.has(2) && node.constant_bool(2, "training_mode");
  if (training && (!node.has(1) || node.constant_number(1, "ratio") != 0))
    node.fail("training mode is not supported: export the model for inference");
  if (node.is_read(1))
    node.set_result(1, mask_of(node));
  return node.in(0);
}

Value same_value(const OpNode& node) {
  return node.in(0);
}

const std::vector<OpImporter>& math_ops() {
  static const std::vector<OpImporter> kOps = {
      {"Relu", unary, ""},
      {"Sigmoid", unary, ""},
      {"Tanh", unary, ""},
      {"Exp", unary, ""},
      {"Log", unary, ""},
      {"Sqrt", unary, ""},
      {"Neg", unary, ""},
      {"Abs", unary, ""},
      {"Erf", unary, ""},
      {"Floor", unary, ""},
      {"Ceil", unary, ""},
      {"Round", unary, ""},
      {"Sign", unary, ""},
      {"Reciprocal", unary, ""},
      {"HardSwish", unary, ""},
      {"Mish", unary, ""},
      {"Softplus", unary, ""},
      {"Softsign", unary, ""},
      {"Sin", unary, ""},
      {"Cos", unary, ""},
      {"Tan", unary, ""},
      {"Asin", unary, ""},
      {"Acos", unary, ""},
      {"Atan", unary, ""},
      {"Sinh", unary, ""},
      {"Cosh", unary, ""},
      {"Asinh", unary, ""},
      {"Acosh", unary, ""},
      {"Atanh", unary, ""},
      {"Not", unary, ""},
      {"IsNaN", unary, ""},
      {"LeakyRelu", activation, ""},
      {"Elu", activation, ""},
      {"Celu", activation, ""},
      {"Selu", activation, ""},
      {"HardSigmoid", activation, ""},
      {"ThresholdedRelu", activation, ""},
      {"Shrink", activation, ""},
      {"Add", binary, "broadcasting"},
      {"Sub", binary, "broadcasting"},
      {"Mul", binary, "broadcasting"},
      {"Div", binary, "broadcasting"},
      {"PRelu", binary, "broadcasting"},
      {"Equal", binary, "broadcasting"},
      {"Less", binary, "broadcasting"},
      {"LessOrEqual", binary, "broadcasting"},
      {"Greater", binary, "broadcasting"},
      {"GreaterOrEqual", binary, "broadcasting"},
      {"And", binary, "broadcasting"},
      {"Or", binary, "broadcasting"},
      {"Xor", binary, "broadcasting"},
      {"Sum", variadic, "broadcasting"},
      {"Max", variadic, "broadcasting"},
      {"Min", variadic, "broadcasting"},
      {"Mean", mean, "broadcasting"},
      {"Where", ternary, "broadcasting"},
      {"Swish", swish, ""},
      {"Gelu", gelu, ""},
      {"Pow", pow, "broadcasting"},
      {"Mod", mod, "broadcasting"},
      {"IsInf", is_inf, ""},
      {"Clip", clip, "bounds as attributes or as operands"},
      {"Cast", cast, ""},
      {"CastLike", cast_like, ""},
      {"Dropout", dropout, "inference: the operand itself"},
      {"Identity", same_value, ""},
  };
  return kOps;
}

}  // namespace

std::span<const OpImporter> math_importers() {
  return math_ops();
}

}  // namespace vta::onnx_import
