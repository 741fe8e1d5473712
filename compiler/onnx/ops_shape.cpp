// New shapes for the same values. Shape -> Gather -> Unsqueeze -> Concat -> Reshape, which
// exporters leave in models, has constant operands throughout and folds.
#include <algorithm>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value reshaped(const OpNode& node, const Shape& shape) {
  if (shape == node.shape(0))
    return node.in(0);
  if (node.in(0).is_constant())
    return {-1, node.in(0).constant.reshaped(shape)};
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
    const auto i = static_cast<size_t>(node.axis_in(axis, old.size()));
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
    int64_t& extent = shape[static_cast<size_t>(node.axis_in(axis, rank))];
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

constexpr OpImporter kShapeOps[] = {
    {"Reshape", reshape, "to a constant shape"},
    {"Flatten", flatten, ""},
    {"Squeeze", squeeze, "constant axes"},
    {"Unsqueeze", unsqueeze, "constant axes"},
};

}  // namespace

std::span<const OpImporter> shape_importers() {
  return kShapeOps;
}

}  // namespace vta::onnx_import
