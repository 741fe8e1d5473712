#include "compiler/onnx/short_integers.h"

#include <algorithm>
#include <limits>

#include "compiler/onnx/model_file.h"
#include "compiler/onnx/quantized.h"

namespace vta::onnx_import {
namespace {

constexpr std::string_view kMoving[] = {
    "Concat", "Expand", "Flatten", "Gather",  "Identity",  "Reshape",   "Shape",
    "Size",   "Slice",  "Split",   "Squeeze", "Transpose", "Unsqueeze",
};

bool converts(const OpNode& node) {
  return node.op() == "QuantizeLinear" || node.op() == "DequantizeLinear";
}

Value cast_to(const OpNode& node, const Value& value, std::string_view type) {
  return node.call("cast", {value}, {{"dtype", std::string(type)}});
}

}  // namespace

bool is_short(int onnx_type) {
  return onnx_type == onnx::TensorProto::INT16 || onnx_type == onnx::TensorProto::UINT16;
}

Value constant_of(const onnx::TensorProto& proto) {
  if (!is_short(proto.data_type()))
    return {-1, to_tensor(proto)};
  return {-1, short_tensor(proto), nullptr, proto.data_type()};
}

Value take_constant(onnx::TensorProto& proto) {
  return is_short(proto.data_type()) ? constant_of(proto) : Value{-1, take_tensor(proto)};
}

int short_operands(const OpNode& node) {
  int type = 0;
  for (size_t i = 0; i < node.input_count(); ++i)
    if (node.has(i) && node.operand(i).short_type != 0)
      type = node.operand(i).short_type;
  if (type == 0 || converts(node))
    return 0;
  if (std::ranges::find(kMoving, node.op()) == std::end(kMoving))
    node.fail(fmt::format(
        "has an operand of type {}: such values are supported between "
        "QuantizeLinear and DequantizeLinear, where they may be moved",
        onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(type))));
  return node.op() == "Shape" || node.op() == "Size" ? 0 : type;
}

Value short_quantized(const OpNode& node, const Value& real, const Value& scale, const Value& zero,
                      int type) {
  require_scale(node, scale);
  const bool is_signed = type == onnx::TensorProto::INT16;
  const double low = is_signed ? std::numeric_limits<int16_t>::min() : 0;
  const double high =
      is_signed ? std::numeric_limits<int16_t>::max() : std::numeric_limits<uint16_t>::max();
  const Value x =
      node.builder().type(real).dtype == DType::F32 ? real : cast_to(node, real, "float32");
  const Value steps = node.call("round_even", {node.call("divide", {x, scale})});
  const Value place = node.call("add", {steps, cast_to(node, zero, "float32")});
  const Value within = node.call("clip", {place}, {{"a_min", low}, {"a_max", high}});
  Value result = cast_to(node, within, "int32");
  result.short_type = type;
  return result;
}

Value short_dequantized(const OpNode& node, const Value& value, const Value& scale,
                        const Value& zero) {
  require_scale(node, scale);
  const Value distance = node.call("subtract", {value, zero});
  return node.call("multiply", {cast_to(node, distance, "float32"), scale});
}

}  // namespace vta::onnx_import
