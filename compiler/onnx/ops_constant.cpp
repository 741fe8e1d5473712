// Constants, and what is one because shapes are known: Shape, Size, Range, masks that ScatterND
// fills.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value constant(Tensor tensor) {
  return {-1, std::move(tensor)};
}

Value constant_node(const OpNode& node) {
  if (node.attribute_count() != 1)
    node.fail(fmt::format("has {} attributes: a constant has one value", node.attribute_count()));
  if (const auto* tensor = node.get_tensor("value")) {
    node.note_type(tensor->data_type());
    return constant(to_tensor(*tensor));
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

// The element of `data` where the part that one tuple of indices names begins.
int64_t scatter_place(const OpNode& node, const Shape& data, std::span<const int64_t> tuple) {
  int64_t place = 0;
  for (size_t axis = 0; axis < data.size(); ++axis) {
    int64_t index = 0;
    if (axis < tuple.size()) {
      index = tuple[axis] < 0 ? tuple[axis] + data[axis] : tuple[axis];
      if (index < 0 || index >= data[axis])
        node.fail(fmt::format("index {} of axis {} of data {}: legal are {} to {}", tuple[axis],
                              axis, shape_text(data), -data[axis], data[axis] - 1));
    }
    place = place * data[axis] + index;
  }
  return place;
}

// data, with each part that a tuple along the last axis of indices names taken from updates.
Value scatter_nd(const OpNode& node) {
  node.constant_known(0, "data");
  node.constant_known(1, "indices");
  node.constant_known(2, "updates");
  if (const std::string reduction = node.get_string("reduction", "none"); reduction != "none")
    node.fail(fmt::format("reduction '{}': supported is none", reduction));
  const Tensor& updates = node.in(2).constant;
  const Shape &data = node.shape(0), &tuples = node.shape(1);
  if (node.dtype(1) != DType::I64 || node.dtype(2) != node.dtype(0))
    node.fail("indices must be int64, updates have data's element type");
  if (tuples.empty() || tuples.back() > static_cast<int64_t>(data.size()))
    node.fail(fmt::format("indices {} name more axes than data {} has", shape_text(tuples),
                          shape_text(data)));
  Shape wanted(tuples.begin(), tuples.end() - 1);
  wanted.insert(wanted.end(), data.begin() + tuples.back(), data.end());
  if (updates.shape() != wanted)
    node.fail(
        fmt::format("updates {} must be {}", shape_text(updates.shape()), shape_text(wanted)));
  const TensorType type{data, node.dtype(0)};
  node.builder().count_computed({&type, 1});
  Tensor out = Tensor::zeros(type.dtype, data);
  std::ranges::copy(node.in(0).constant.bytes(), out.mutable_bytes().begin());
  const auto width = static_cast<size_t>(tuples.back());
  const auto element = static_cast<size_t>(dtype_bytes(type.dtype));
  const std::span<const int64_t> indices = node.in(1).constant.data<int64_t>();
  const auto count = static_cast<size_t>(num_elements({tuples.begin(), tuples.end() - 1}));
  const size_t part = count == 0 ? 0 : updates.bytes().size() / count;
  for (size_t i = 0; i < count; ++i) {
    const int64_t place = scatter_place(node, data, indices.subspan(i * width, width));
    std::ranges::copy(updates.bytes().subspan(i * part, part),
                      out.mutable_bytes().begin() + place * static_cast<int64_t>(element));
  }
  return constant(out);
}

constexpr OpImporter kConstantOps[] = {
    {"Constant", constant_node, "tensors and numbers"},
    {"ConstantOfShape", constant_of_shape, "of a constant shape"},
    {"Shape", shape, "becomes a constant"},
    {"Size", size, "becomes a constant"},
    {"Range", range, "of constants"},
    {"ScatterND", scatter_nd, "of constants, as in masks; without a reduction"},
};

}  // namespace

std::span<const OpImporter> constant_importers() {
  return kConstantOps;
}

}  // namespace vta::onnx_import
