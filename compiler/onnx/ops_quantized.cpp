// Conversions between real and quantized values, and products of quantized values in int32.
#include <algorithm>

#include "compiler/onnx/quantized.h"
#include "compiler/onnx/short_integers.h"
#include "compiler/onnx/window.h"

namespace vta::onnx_import {
namespace {

void refuse_blocks(const OpNode& node) {
  if (const int64_t block = node.get_int("block_size", 0); block != 0)
    node.fail(fmt::format("block_size={} is not supported: scales must be per tensor or per axis",
                          block));
}

// An ONNX type that values are quantized to, with the graph's; short ones are int32 there.
struct QuantizedType {
  int onnx;
  DType dtype;
};
constexpr QuantizedType kQuantizedTypes[] = {{onnx::TensorProto::UINT8, DType::U8},
                                             {onnx::TensorProto::INT8, DType::I8},
                                             {onnx::TensorProto::UINT16, DType::I32},
                                             {onnx::TensorProto::INT16, DType::I32}};

int zero_point_type(const OpNode& node) {
  if (node.in(2).short_type != 0)
    return node.in(2).short_type;
  const auto* const found =
      std::ranges::find(kQuantizedTypes, node.dtype(2), &QuantizedType::dtype);
  if (found == std::end(kQuantizedTypes) || is_short(found->onnx))
    node.fail(fmt::format("the zero point is {}: supported are int8, uint8, int16 and uint16",
                          dtype_name(node.dtype(2))));
  return found->onnx;
}

QuantizedType result_type(const OpNode& node) {
  const int64_t given = node.get_int("output_dtype", 0);
  const int zero = node.has(2) ? zero_point_type(node) : 0;
  const int64_t type = given != 0 ? given : zero != 0 ? zero : int64_t{onnx::TensorProto::UINT8};
  const auto* const found = std::ranges::find(kQuantizedTypes, type, &QuantizedType::onnx);
  if (found == std::end(kQuantizedTypes))
    node.fail(fmt::format(
        "output_dtype={} is not supported: {} (UINT8), {} (INT8), {} (UINT16) "
        "and {} (INT16) are",
        type, static_cast<int>(onnx::TensorProto::UINT8), static_cast<int>(onnx::TensorProto::INT8),
        static_cast<int>(onnx::TensorProto::UINT16), static_cast<int>(onnx::TensorProto::INT16)));
  if (zero != 0 && zero != type)
    node.fail(fmt::format(
        "output_dtype={} does not agree with the zero point of type {}", type,
        onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(zero))));
  return *found;
}

// 0: not said; float32 is what is computed in.
void refuse_narrow(const OpNode& node, std::string_view attr) {
  const int64_t type = node.get_int(attr, 0);
  if (type != 0 && type != onnx::TensorProto::FLOAT)
    node.fail(fmt::format("{}={} is not supported: {} (FLOAT) is", attr, type,
                          static_cast<int>(onnx::TensorProto::FLOAT)));
}

Value quantize_linear(const OpNode& node) {
  refuse_blocks(node);
  refuse_narrow(node, "precision");
  const int64_t axis = node.get_int("axis", 1);
  const QuantizedType type = result_type(node);
  const Value scale = along_axis(node, node.in(1), axis, node.shape(0), "scale");
  const Value zero =
      along_axis(node, zero_point(node, 2, type.dtype), axis, node.shape(0), "zero point");
  return is_short(type.onnx) ? short_quantized(node, node.in(0), scale, zero, type.onnx)
                             : quantized(node, node.in(0), scale, zero);
}

Value dequantize_linear(const OpNode& node) {
  refuse_blocks(node);
  refuse_narrow(node, "output_dtype");
  const int64_t axis = node.get_int("axis", 1);
  const Value scale = along_axis(node, node.in(1), axis, node.shape(0), "scale");
  const Value zero =
      along_axis(node, zero_point(node, 2, node.dtype(0)), axis, node.shape(0), "zero point");
  if (node.has(2) && node.in(0).short_type != node.in(2).short_type)
    node.fail("the zero point must have the type of the values");
  return node.in(0).short_type != 0 ? short_dequantized(node, node.in(0), scale, zero)
                                    : dequantized(node, node.in(0), scale, zero);
}

// The function of the operator's page: the range of the data, widened to hold 0, in 255 steps.
Value dynamic_quantize_linear(const OpNode& node) {
  const Value x = node.in(0), nought = node.number(0), steps = node.number(255);
  IntList axes;
  for (size_t d = 0; d < node.shape(0).size(); ++d)
    axes.push_back(static_cast<int64_t>(d));
  const auto over_all = [&](const char* op) {
    return axes.empty() ? x : node.call(op, {x}, {{"axis", axes}});
  };
  const Value least = node.call("minimum", {over_all("min"), nought});
  const Value most = node.call("maximum", {over_all("max"), nought});
  const Value scale = node.call("divide", {node.call("subtract", {most, least}), steps});
  const Value place = node.call("subtract", {nought, node.call("divide", {least, scale})});
  const Value within = node.call("clip", {place}, {{"a_min", 0.0}, {"a_max", 255.0}});
  const Value zero =
      node.call("cast", {node.call("round_even", {within})}, {{"dtype", std::string("uint8")}});
  node.set_result(1, scale);
  node.set_result(2, zero);
  return quantized(node, x, scale, zero);
}

// ---- In int32 -----------------------------------------------------------------------------------
Value with_height(const OpNode& node, const Value& value) {
  Shape shape = node.builder().shape(value);
  if (shape.size() == 3)
    shape.insert(shape.begin() + 2, 1);
  return node.call("reshape", {value}, {{"newshape", shape}});
}

// Zero points as the tensors: after the channels of weights everything is broadcast.
Value conv_integer(const OpNode& node) {
  const Shape data = node.shape(0), weight = node.shape(1);
  if (weight.size() != 3 && weight.size() != 4)
    node.fail(
        fmt::format("weight has shape {}: supported are convolutions of one and two "
                    "dimensions (rank 3 and 4)",
                    shape_text(weight)));
  OnnxWindow w = window_of(node, IntList(weight.begin() + 2, weight.end()));
  const bool row = w.dims() == 1;
  if (row) {
    for (IntList* values : {&w.kernel, &w.strides, &w.dilations})
      values->insert(values->begin(), 1);
    for (IntList* values : {&w.begin, &w.end})
      values->insert(values->begin(), 0);
  }
  Shape plane = weight;
  plane.resize(4, 1);
  const Value of_data = along_axis(node, zero_point(node, 2, node.dtype(0)), 1, data, "zero point");
  const Value of_weight =
      along_axis(node, zero_point(node, 3, node.dtype(1)), 0, plane, "zero point");
  Attrs attrs{{"strides", w.strides}, {"padding", w.pads(0, 1)}, {"dilation", w.dilations}};
  attrs.set("groups", node.get_int("group", 1));
  attrs.set("channels", weight[0]);
  attrs.set("kernel_size", w.kernel);
  const Value sum = node.call(
      "qnn.conv2d",
      {with_height(node, node.in(0)), with_height(node, node.in(1)), of_data, of_weight}, attrs);
  if (!row)
    return sum;
  const Shape s = node.builder().shape(sum);
  return node.call("reshape", {sum}, {{"newshape", IntList{s[0], s[1], s[3]}}});
}

// A zero point as rows of a matrix have it.
Value row_zero_point(const OpNode& node, size_t i, bool dense, const Value& matrix) {
  const Value zero = zero_point(node, i, node.builder().type(matrix).dtype);
  const Shape own = node.builder().shape(zero), shape = node.builder().shape(matrix);
  if (num_elements(own) != 1 && !dense)
    node.fail("zero points of batches of matrices must be one value");
  return along_axis(node, zero, std::ssize(shape) - 2, shape, "zero point");
}

Value mat_mul_integer(const OpNode& node) {
  return matrix_product(
      node, node.in(0), node.in(1),
      [](const OpNode& n, bool dense, const Value& a, const Value& b) {
        Attrs attrs;
        if (dense)
          attrs.set("units", n.builder().shape(b)[0]);
        return n.call(dense ? "qnn.dense" : "qnn.batch_matmul",
                      {a, b, row_zero_point(n, 2, dense, a), row_zero_point(n, 3, dense, b)},
                      attrs);
      });
}

constexpr OpImporter kQuantizedOps[] = {
    {"QuantizeLinear", quantize_linear, "8 and 16 bits, per tensor and per axis"},
    {"DequantizeLinear", dequantize_linear, "8 and 16 bits and int32, per tensor and per axis"},
    {"com.microsoft.QuantizeLinear", quantize_linear, "8 and 16 bits"},
    {"com.microsoft.DequantizeLinear", dequantize_linear, "8 and 16 bits and int32"},
    {"DynamicQuantizeLinear", dynamic_quantize_linear, ""},
    {"ConvInteger", conv_integer, "one and two dimensions; on the host"},
    {"MatMulInteger", mat_mul_integer, "batches and vectors as in numpy; on the host"},
};

}  // namespace

std::span<const OpImporter> quantized_importers() {
  return kQuantizedOps;
}

}  // namespace vta::onnx_import
