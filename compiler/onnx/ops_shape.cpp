// Operators that move values, constants, and the shape arithmetic that exporters leave in models:
// Shape -> Gather -> Unsqueeze -> Concat -> Reshape has constant operands throughout and folds.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value constant(Tensor tensor) {
  return {-1, std::move(tensor)};
}

Value int_constant(const std::vector<int64_t>& values) {
  return constant(
      Tensor::from_span<int64_t>({static_cast<int64_t>(values.size())}, std::span(values)));
}

int64_t checked_axis(const OpNode& node, int64_t axis, size_t rank) {
  const auto r = static_cast<int64_t>(rank);
  if (axis < -r || axis >= r)
    node.fail(fmt::format("axis {} is outside a tensor of rank {}", axis, rank));
  return axis < 0 ? axis + r : axis;
}

// ---- Constants ----------------------------------------------------------------------------------
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
    return int_constant(node.get_ints("value_ints", {}));
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
    return int_constant({});
  return int_constant({s.begin() + start, s.begin() + end});
}

// Of vectors that are constant: what shape arithmetic needs.
Value gather(const OpNode& node) {
  if (!node.in(0).is_constant() || node.shape(0).size() != 1 || node.get_int("axis", 0) != 0)
    node.fail("only taking values from a constant vector (shape arithmetic) is supported");
  const std::vector<int64_t> data = node.constant_ints(0, "data");
  const auto count = static_cast<int64_t>(data.size());
  std::vector<int64_t> taken;
  for (int64_t i : node.constant_ints(1, "indices")) {
    if (i < -count || i >= count)
      node.fail(fmt::format("index {} is outside {} values", i, count));
    taken.push_back(data[static_cast<size_t>(i < 0 ? i + count : i)]);
  }
  return constant(Tensor::from_span<int64_t>(node.shape(1), std::span<const int64_t>(taken)));
}

// ---- Shapes -------------------------------------------------------------------------------------
Value reshaped(const OpNode& node, const Shape& shape) {
  if (shape == node.shape(0))
    return node.in(0);
  if (node.in(0).is_constant())
    return constant(node.in(0).constant.reshaped(shape));
  return node.call("reshape", {node.in(0)}, {{"newshape", shape}});
}

Value reshape(const OpNode& node) {
  Shape shape = node.constant_shape(1, "the new shape");
  const Shape& old = node.shape(0);
  const int64_t elements = num_elements(old);
  if (node.get_int("allowzero", 0) == 0)
    for (size_t i = 0; i < shape.size(); ++i)
      if (shape[i] == 0 && i < old.size())
        shape[i] = old[i];
  const auto resolved = node.builder().resolve_reshape(old, shape);
  if (!resolved)
    node.fail(fmt::format("new shape {} does not hold the {} elements of {}", shape_text(shape),
                          elements, shape_text(old)));
  return reshaped(node, *resolved);
}

Value flatten(const OpNode& node) {
  const Shape& old = node.shape(0);
  const int64_t axis = node.get_int("axis", 1);
  const auto rank = static_cast<int64_t>(old.size());
  if (axis < -rank || axis > rank)
    node.fail(fmt::format("axis {} is outside a tensor of rank {}", axis, rank));
  const int64_t split = axis < 0 ? axis + rank : axis;
  if (num_elements(old) == 0)
    node.fail(fmt::format("data of shape {} has no elements", shape_text(old)));
  if (split == 1 && rank > 1)
    return rank == 2 ? node.in(0) : node.call("nn.batch_flatten", {node.in(0)});
  int64_t rows = 1;
  for (int64_t i = 0; i < split; ++i)
    rows *= old[static_cast<size_t>(i)];
  return reshaped(node, {rows, num_elements(old) / rows});
}

// Axes are an attribute before opset 13 and an operand from then on.
std::vector<int64_t> axes_of(const OpNode& node) {
  return node.has(1) ? node.constant_shape(1, "axes") : node.get_ints("axes", {});
}

Value squeeze(const OpNode& node) {
  const Shape& old = node.shape(0);
  std::vector<bool> drop(old.size(), false);
  const auto axes = axes_of(node);
  for (size_t i = 0; i < old.size() && axes.empty(); ++i)
    drop[i] = old[i] == 1;
  for (int64_t axis : axes) {
    const auto i = static_cast<size_t>(checked_axis(node, axis, old.size()));
    if (old[i] != 1)
      node.fail(fmt::format("axis {} of {} is not 1", axis, shape_text(old)));
    drop[i] = true;
  }
  Shape shape;
  for (size_t i = 0; i < old.size(); ++i)
    if (!drop[i])
      shape.push_back(old[i]);
  return reshaped(node, shape);
}

Value unsqueeze(const OpNode& node) {
  const Shape& old = node.shape(0);
  const auto axes = axes_of(node);
  const size_t rank = old.size() + axes.size();
  if (rank > shapes::kMaxRank)
    node.fail(fmt::format("the result has rank {}: tensors have at most {} axes", rank,
                          shapes::kMaxRank));
  Shape shape(rank, 0);
  for (int64_t axis : axes) {
    int64_t& extent = shape[static_cast<size_t>(checked_axis(node, axis, rank))];
    if (extent != 0)
      node.fail(fmt::format("axis {} is named twice", axis));
    extent = 1;
  }
  auto next = old.begin();
  for (int64_t& extent : shape)
    if (extent == 0)
      extent = *next++;
  return reshaped(node, shape);
}

Value transpose(const OpNode& node) {
  std::vector<int64_t> perm;
  for (size_t i = node.shape(0).size(); i-- > 0;)
    perm.push_back(static_cast<int64_t>(i));
  return node.call("transpose", {node.in(0)}, {{"axes", node.get_ints("perm", perm)}});
}

Value concat(const OpNode& node) {
  std::vector<Value> parts;
  for (size_t i = 0; i < node.input_count(); ++i)
    if (num_elements(node.shape(i)) > 0)
      parts.push_back(node.in(i));
  if (parts.empty())
    node.fail("has no operand with elements");
  const int64_t axis =
      checked_axis(node, node.get_int("axis", 0), node.builder().shape(parts[0]).size());
  return parts.size() == 1 ? parts[0] : node.call("concatenate", parts, {{"axis", axis}});
}

// "To the end" is written as the largest integer; any value beyond the extent means the same.
IntList limited(std::vector<int64_t> values) {
  constexpr int64_t kLimit = int64_t{1} << 30;
  for (int64_t& v : values)
    v = std::clamp(v, -kLimit, kLimit);
  return values;
}

// Bounds are attributes before opset 10 and operands from then on.
Value slice(const OpNode& node) {
  const bool operands = node.opset() >= 10;
  const IntList starts =
      limited(operands ? node.constant_shape(1, "starts") : node.get_ints("starts", {}));
  const IntList ends =
      limited(operands ? node.constant_shape(2, "ends") : node.get_ints("ends", {}));
  IntList axes, steps(starts.size(), 1);
  for (size_t i = 0; i < starts.size(); ++i)
    axes.push_back(static_cast<int64_t>(i));
  if (operands && node.has(3))
    axes = node.constant_shape(3, "axes");
  else if (!operands)
    axes = node.get_ints("axes", axes);
  if (operands && node.has(4))
    steps = limited(node.constant_shape(4, "steps"));
  for (int64_t step : steps)
    if (step < 1)
      node.fail(fmt::format("step {} is not supported: steps must be positive", step));
  return node.call("strided_slice", {node.in(0)},
                   {{"begin", starts}, {"end", ends}, {"strides", steps}, {"axes", axes}});
}

// Widths and value are attributes before opset 11 and operands from then on.
Value pad(const OpNode& node) {
  const bool operands = node.opset() >= 11;
  const auto pads = operands ? node.constant_ints(1, "pads") : node.get_ints("pads", {});
  const size_t rank = node.shape(0).size();
  if (pads.size() != 2 * rank)
    node.fail(
        fmt::format("pads has {}, expected {}", counted(std::ssize(pads), "value"), 2 * rank));
  double value = operands ? 0.0 : node.get_float("value", 0.0);
  if (operands && node.has(2))
    value = node.constant_number(2, "the pad value");
  std::vector<IntList> width;
  for (size_t i = 0; i < rank; ++i)
    width.push_back({pads[i], pads[i + rank]});
  if (std::all_of(pads.begin(), pads.end(), [](int64_t p) { return p == 0; }))
    return node.in(0);
  Attrs attrs{{"pad_width", width}};
  const std::string mode = node.get_string("mode", "constant");
  if (mode != "constant")
    attrs.set("pad_mode", mode);
  return node.call("nn.pad",
                   {node.in(0), constant(Tensor::scalar<float>(static_cast<float>(value)))}, attrs);
}

const std::array<OpImporter, 12> kShapeOps = {{
    {"Constant", constant_node, "tensors and numbers"},
    {"ConstantOfShape", constant_of_shape, "of a constant shape"},
    {"Shape", shape, "becomes a constant"},
    {"Gather", gather, "from constant vectors (shape arithmetic)"},
    {"Reshape", reshape, "to a constant shape"},
    {"Flatten", flatten, ""},
    {"Squeeze", squeeze, "constant axes"},
    {"Unsqueeze", unsqueeze, "constant axes"},
    {"Transpose", transpose, ""},
    {"Concat", concat, ""},
    {"Slice", slice, "constant bounds, positive steps"},
    {"Pad", pad, "constant widths; constant, edge, reflect"},
}};

}  // namespace

std::span<const OpImporter> shape_importers() {
  return kShapeOps;
}

}  // namespace vta::onnx_import
