// Operators of quantized values with quantized results: the float operator between conversions.
#include <algorithm>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/quantized.h"

namespace vta::onnx_import {
namespace {

void refuse_channels_last(const OpNode& node) {
  if (node.get_int("channels_last", 0) != 0)
    node.fail("channels_last=1 is not supported: channels must be axis 1");
}

// The bias of a product: int32, at the product of the scales.
Value real_bias(const OpNode& node, const Value& bias, const Value& data_scale,
                const Value& weight_scale) {
  const Value scale = node.call("multiply", {data_scale, weight_scale});
  const Shape shape = node.builder().shape(bias);
  return dequantized(node, bias, along_axis(node, scale, -1, shape, "bias's scale"),
                     {-1, Tensor::zeros(DType::I32, {})});
}

Value as_number(const OpNode& node, const Value& value) {
  return along_axis(node, value, 0, {1}, "scale");
}

Value qlinear_conv(const OpNode& node) {
  std::vector<Value> operands = {real_operand(node, 0), real_operand(node, 3)};
  if (node.has(8))
    operands.push_back(real_bias(node, node.in(8), as_number(node, node.in(1)), node.in(4)));
  return quantized_result(node, float_form(node, "Conv", std::move(operands)), 6, node.dtype(0));
}

// Vectors are per row of the first operand and per column of the second.
Value qlinear_mat_mul(const OpNode& node) {
  const Value product =
      float_form(node, "MatMul", {real_operand(node, 0, -2), real_operand(node, 3, -1)});
  return quantized_result(node, product, 6, node.dtype(0));
}

// alpha is part of the scale of B.
Value qgemm(const OpNode& node) {
  const bool turned = node.get_int("transB", 0) != 0;
  node.constant_known(4, "the scale");
  const Value weight_scale =
      node.call("multiply", {node.number(node.get_float("alpha", 1.0)), node.in(4)});
  const int64_t axis = turned ? 0 : 1;
  const Value weight = dequantized(
      node, node.in(3), along_axis(node, weight_scale, axis, node.shape(3), "scale"),
      along_axis(node, zero_point(node, 5, node.dtype(3)), axis, node.shape(3), "zero point"));
  std::vector<Value> operands = {real_operand(node, 0), weight};
  if (node.has(6))
    operands.push_back(real_bias(node, node.in(6), as_number(node, node.in(1)), weight_scale));
  constexpr std::string_view kTurns[] = {"transA", "transB"};
  const Value product = float_form(node, "Gemm", std::move(operands), kTurns);
  return node.has(7) ? quantized_result(node, product, 7, node.dtype(0)) : product;
}

Value qlinear_binary(const OpNode& node) {
  const std::string_view op = node.op() == "QLinearAdd" ? "Add" : "Mul";
  return quantized_result(
      node, float_form(node, op, {real_operand(node, 0), real_operand(node, 3)}), 6, node.dtype(0));
}

Value qlinear_unary(const OpNode& node) {
  refuse_channels_last(node);
  const std::string op = node.op().substr(std::string_view("QLinear").size());
  return quantized_result(node, float_form(node, op, {real_operand(node, 0)}), 3, node.dtype(0));
}

// Scale and zero point of the result, then three operands for each part.
Value qlinear_concat(const OpNode& node) {
  const size_t count = node.input_count();
  if (count % 3 != 2)
    node.fail(
        fmt::format("has {} operands: a scale and a zero point, and three for each part", count));
  std::vector<Value> parts;
  for (size_t i = 2; i < count; i += 3)
    parts.push_back(real_operand(node, i));
  return quantized_result(node, float_form(node, "Concat", std::move(parts)), 0, node.dtype(2));
}

constexpr OpImporter kQLinearOps[] = {
    {"QLinearConv", qlinear_conv, "as Conv; weights per tensor and per channel"},
    {"QLinearMatMul", qlinear_mat_mul, "as MatMul"},
    {"com.microsoft.QGemm", qgemm, "as Gemm"},
    {"com.microsoft.QLinearAdd", qlinear_binary, "broadcasting"},
    {"com.microsoft.QLinearMul", qlinear_binary, "broadcasting"},
    {"com.microsoft.QLinearAveragePool", qlinear_unary, "as AveragePool; channels on axis 1"},
    {"com.microsoft.QLinearGlobalAveragePool", qlinear_unary, "channels on axis 1"},
    {"com.microsoft.QLinearLeakyRelu", qlinear_unary, ""},
    {"com.microsoft.QLinearSigmoid", qlinear_unary, ""},
    {"com.microsoft.QLinearConcat", qlinear_concat, ""},
};

}  // namespace

std::span<const OpImporter> qlinear_importers() {
  return kQLinearOps;
}

}  // namespace vta::onnx_import
