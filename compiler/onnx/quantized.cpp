#include "compiler/onnx/quantized.h"

#include <algorithm>
#include <cmath>

#include "compiler/onnx/op_forms.h"

namespace vta::onnx_import {
namespace {

const OpImporter& importer_of(std::string_view op) {
  for (const auto table :
       {conv_importers(), matrix_importers(), pool_importers(), move_importers(), math_importers()})
    for (const OpImporter& importer : table)
      if (importer.op == op)
        return importer;
  VTA_CHECK(false, "{} has no importer", op);
}

}  // namespace

void require_scale(const OpNode& node, const Value& scale) {
  if (!scale.is_constant() || scale.constant.dtype() != DType::F32)
    return;
  for (const float s : scale.constant.data<float>())
    if (!(s > 0) || !std::isfinite(s))
      node.fail(fmt::format("the scale has the value {}: must be above 0 and finite", s));
}

Value along_axis(const OpNode& node, const Value& value, int64_t axis, const Shape& shape,
                 std::string_view what) {
  const Shape own = node.builder().shape(value);
  if (num_elements(own) == 1)
    return own.empty() ? value : node.call("reshape", {value}, {{"newshape", IntList{}}});
  if (own.size() != 1)
    node.fail(
        fmt::format("the {} has shape {}: supported are one value, or one per index of an "
                    "axis; blocks are not",
                    what, shape_text(own)));
  const auto at = static_cast<size_t>(node.axis_in(axis, shape.size()));
  if (own[0] != shape[at])
    node.fail(fmt::format("the {} has {} values, axis {} of {} has {}", what, own[0], at,
                          shape_text(shape), shape[at]));
  Shape wide(shape.size() - at, 1);
  wide[0] = own[0];
  return node.call("reshape", {value}, {{"newshape", wide}});
}

Value zero_point(const OpNode& node, size_t i, DType type) {
  if (node.has(i))
    return node.in(i);
  return {-1, Tensor::zeros(type, {})};
}

Value dequantized(const OpNode& node, const Value& value, const Value& scale, const Value& zero) {
  require_scale(node, scale);
  return node.builder().call_unfolded("qnn.dequantize", {value, scale, zero});
}

Value quantized(const OpNode& node, const Value& real, const Value& scale, const Value& zero) {
  require_scale(node, scale);
  return node.call("qnn.quantize", {real, scale, zero});
}

Value real_operand(const OpNode& node, size_t i, int64_t axis) {
  const Value zero = zero_point(node, i + 2, node.dtype(i));
  node.constant_known(i + 1, "the scale");
  if (node.has(i + 2))
    node.constant_known(i + 2, "the zero point");
  const Shape shape = node.shape(i);
  return dequantized(node, node.in(i), along_axis(node, node.in(i + 1), axis, shape, "scale"),
                     along_axis(node, zero, axis, shape, "zero point"));
}

Value quantized_result(const OpNode& node, const Value& real, size_t i, DType type) {
  node.constant_known(i, "the result's scale");
  const Value zero = zero_point(node, i + 1, type);
  if (!zero.is_constant())
    node.constant_known(i + 1, "the result's zero point");
  const Shape shape = node.builder().shape(real);
  if (node.in(i).constant.size() != 1 || zero.constant.size() != 1)
    node.fail("the result's scale and zero point must be one value");
  return quantized(node, real, along_axis(node, node.in(i), 0, shape, "scale"),
                   along_axis(node, zero, 0, shape, "zero point"));
}

Value float_form(const OpNode& node, std::string_view op, std::vector<Value> operands) {
  const OpForm* form = op_form(op, node.opset());
  VTA_CHECK(form != nullptr, "{} has no form at opset {}", op, node.opset());
  return float_form(node, op, std::move(operands), form->attrs);
}

Value float_form(const OpNode& node, std::string_view op, std::vector<Value> operands,
                 std::span<const std::string_view> attrs) {
  return node.run_as(importer_of(op).run, std::string(op), std::move(operands), attrs);
}

}  // namespace vta::onnx_import
