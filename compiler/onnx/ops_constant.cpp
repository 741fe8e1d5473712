// Constants, and what is one because shapes are known: Shape, Size, Range.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"
#include "compiler/onnx/short_integers.h"

namespace vta::onnx_import {
namespace {

Value constant(Tensor tensor) {
  return {-1, std::move(tensor)};
}

Value constant_node(const OpNode& node) {
  if (node.attribute_count() != 1)
    node.fail(fmt::format("has {} attributes: a constant needs exactly one value",
                          node.attribute_count()));
  if (const auto* tensor = node.get_tensor("value")) {
    node.note_type(tensor->data_type());
    return constant_of(*tensor);
  }
  if (node.find("value_float") != nullptr)
    return constant(Tensor::scalar<float>(static_cast<float>(node.get_float("value_float", 0))));
  if (node.find("value_int") != nullptr)
    return constant(Tensor::scalar<int64_t>(node.get_int("value_int", 0)));
  if (node.find("value_ints") != nullptr)
    return node.ints(node.get_ints("value_ints", {}));
  const std::vector<float> values = node.get_floats("value_floats");
  return constant(Tensor::from_span<float>({static_cast<int64_t>(values.size())},
                                           std::span<const float>(values)));
}

// A shape with an extent of 0 is legal here: it makes an operand that another one leaves out.
Value constant_of_shape(const OpNode& node) {
  const Shape shape = node.constant_shape(0, "the shape");
  const auto* tensor = node.get_tensor("value");
  const Tensor value = tensor != nullptr ? to_tensor(*tensor) : Tensor::scalar<float>(0);
  if (value.size() != 1)
    node.fail("attribute value must have one element");
  if (!checked_bytes(shape, dtype_bytes(value.dtype())))
    node.fail(fmt::format("shape {} is negative or too large", shape_text(shape)));
  if (tensor != nullptr)
    node.note_type(tensor->data_type());
  const TensorType type{shape, value.dtype()};
  node.builder().count_computed({&type, 1});
  Tensor out = Tensor::zeros(type.dtype, type.shape);
  const auto one = value.bytes();
  if (std::ranges::all_of(one, [](std::byte b) { return b == std::byte{0}; }))
    return constant(out);
  auto to = out.mutable_bytes();
  for (size_t i = 0; i < to.size(); i += one.size())
    std::memcpy(to.data() + i, one.data(), one.size());
  return constant(out);
}

Value shape(const OpNode& node) {
  const Shape& s = node.shape(0);
  const auto rank = static_cast<int64_t>(s.size());
  const auto place = [rank](int64_t v) {
    return std::clamp<int64_t>(v < 0 ? v + rank : v, 0, rank);
  };
  const int64_t start = place(node.get_int("start", 0)), end = place(node.get_int("end", rank));
  if (start >= end)
    return node.ints({});
  return node.ints({s.begin() + start, s.begin() + end});
}

Value size(const OpNode& node) {
  return constant(Tensor::scalar<int64_t>(num_elements(node.shape(0))));
}

// start, start + delta, ... before limit.
template <typename T>
Value range_of(const OpNode& node) {
  const double start = node.constant_number(0, "start"), limit = node.constant_number(1, "limit"),
               delta = node.constant_number(2, "delta");
  const double count = std::ceil((limit - start) / delta);
  if (!(count >= 0))
    return constant(Tensor::zeros(dtype_of<T>(), {0}));
  if (!(count <= static_cast<double>(shapes::kMaxExtent)))
    node.fail(fmt::format("{} to {} by {} has more than {} values", start, limit, delta,
                          shapes::kMaxExtent));
  const TensorType type{{static_cast<int64_t>(count)}, dtype_of<T>()};
  node.builder().count_computed({&type, 1});
  Tensor out = Tensor::zeros(type.dtype, type.shape);
  auto values = out.mutable_data<T>();
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(start + static_cast<double>(i) * delta);
  return constant(out);
}

Value range(const OpNode& node) {
  if (node.dtype(0) != node.dtype(1) || node.dtype(0) != node.dtype(2))
    node.fail("start, limit and delta must have one element type");
  if (node.dtype(0) == DType::I32)
    return range_of<int32_t>(node);
  return node.dtype(0) == DType::F32 ? range_of<float>(node) : range_of<int64_t>(node);
}

// Ones on a diagonal, in the operand's shape.
Value eye_like(const OpNode& node) {
  const Shape s = node.shape(0);
  if (s.size() != 2)
    node.fail(fmt::format("data has shape {}: must be a matrix", shape_text(s)));
  const auto to = static_cast<int>(node.get_int("dtype", 0));
  const DType dtype = to == 0 ? node.dtype(0) : to_dtype(to, fmt::format("dtype={}", to));
  const TensorType type{s, DType::F32};
  node.builder().count_computed({&type, 1});
  Tensor out = Tensor::zeros(DType::F32, s);
  const int64_t k = std::clamp(node.get_int("k", 0), -s[0], s[1]);
  for (int64_t row = std::max<int64_t>(0, -k); row < s[0] && row + k < s[1]; ++row)
    out.mutable_data<float>()[static_cast<size_t>(row * s[1] + row + k)] = 1;
  return node.call("cast", {constant(out)}, {{"dtype", std::string(dtype_name(dtype))}});
}

constexpr OpImporter kConstantOps[] = {
    {"Constant", constant_node, "tensors and numbers"},
    {"ConstantOfShape", constant_of_shape, "of a constant shape"},
    {"Shape", shape, "becomes a constant"},
    {"Size", size, "becomes a constant"},
    {"Range", range, "of constants"},
    {"If", nullptr, "constant condition: the nodes of its branch"},
    {"EyeLike", eye_like, "becomes a constant"},
};

}  // namespace

std::span<const OpImporter> constant_importers() {
  return kConstantOps;
}

}  // namespace vta::onnx_import
