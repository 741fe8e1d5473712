// Resize and Upsample: every form becomes image.resize with the extents of the result.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

std::vector<float> constant_floats(const OpNode& node, size_t i, std::string_view what) {
  node.constant_known(i, what);
  const Tensor& t = node.in(i).constant;
  if (t.dtype() != DType::F32)
    node.fail(fmt::format("{} must be float32, not {}", what, dtype_name(t.dtype())));
  if (t.size() > static_cast<int64_t>(2 * shapes::kMaxRank))
    node.fail(fmt::format("{} has {} values: tensors have at most {} axes", what, t.size(),
                          shapes::kMaxRank));
  return {t.data<float>().begin(), t.data<float>().end()};
}

bool given(const OpNode& node, size_t i) {
  return node.has(i) && num_elements(node.shape(i)) > 0;
}

// What an axis is multiplied by, and its extent then.
struct Growth {
  std::vector<float> scales, region;  // region: begins, then ends
  Shape size;
};

Growth unchanged(const OpNode& node) {
  const Shape& shape = node.shape(0);
  Growth growth{std::vector<float>(shape.size(), 1), std::vector<float>(2 * shape.size(), 0),
                shape};
  std::fill(growth.region.begin() + std::ssize(shape), growth.region.end(), 1.0F);
  return growth;
}

void scale_axes(const OpNode& node, const std::vector<float>& scales, const IntList& axes,
                Growth& growth) {
  if (scales.size() != axes.size())
    node.fail(fmt::format("scales has {}, expected {}", counted(std::ssize(scales), "value"),
                          axes.size()));
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<size_t>(axes[i]);
    const float extent = scales[i] * static_cast<float>(growth.size[d]);
    if (!(scales[i] > 0) || !(extent <= static_cast<float>(shapes::kMaxExtent)))
      node.fail(
          fmt::format("scale {} of axis {} (extent {}) must be above 0 and make no more "
                      "than {}",
                      scales[i], d, growth.size[d], shapes::kMaxExtent));
    growth.scales[d] = scales[i];
    growth.size[d] = static_cast<int64_t>(std::floor(extent));
  }
}

// "stretch" takes the sizes as they are, the other policies one scale for all of the axes.
void size_axes(const OpNode& node, const std::vector<int64_t>& sizes, const IntList& axes,
               Growth& growth) {
  if (sizes.size() != axes.size())
    node.fail(
        fmt::format("sizes has {}, expected {}", counted(std::ssize(sizes), "value"), axes.size()));
  const std::string policy = node.get_string("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller")
    node.fail(
        fmt::format("keep_aspect_ratio_policy \"{}\" is unknown: stretch, not_larger or "
                    "not_smaller",
                    policy));
  std::vector<double> scales;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (sizes[i] < 1 || sizes[i] > shapes::kMaxExtent)
      node.fail(fmt::format("sizes has {}: must be 1 to {}", sizes[i], shapes::kMaxExtent));
    scales.push_back(static_cast<double>(sizes[i]) /
                     static_cast<double>(growth.size[static_cast<size_t>(axes[i])]));
  }
  if (scales.empty())
    return;
  const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
  const double common = policy == "not_larger" ? *least : *most;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<size_t>(axes[i]);
    const double scale = policy == "stretch" ? scales[i] : common;
    growth.scales[d] = static_cast<float>(scale);
    growth.size[d] =
        policy == "stretch"
            ? sizes[i]
            : static_cast<int64_t>(std::floor(scale * static_cast<double>(growth.size[d]) + 0.5));
  }
}

void set_region(const OpNode& node, const IntList& axes, Growth& growth) {
  const std::vector<float> region = constant_floats(node, 1, "the region");
  if (region.size() != 2 * axes.size())
    node.fail(fmt::format("the region has {}, expected {}", counted(std::ssize(region), "value"),
                          2 * axes.size()));
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<size_t>(axes[i]);
    growth.region[d] = region[i];
    growth.region[d + growth.size.size()] = region[i + axes.size()];
  }
}

Value floats(const std::vector<float>& values) {
  return {-1, Tensor::from_span<float>({std::ssize(values)}, std::span(values))};
}

// Scales are an operand where they are not what the extents say.
Value resized(const OpNode& node, const Growth& growth, bool exact, bool crop, Attrs attrs) {
  for (const int64_t extent : growth.size)
    if (extent < 1)
      node.fail("the result has an axis without extent");
  std::vector<Value> operands{node.in(0)};
  if (!exact || crop)
    operands.push_back(floats(growth.scales));
  if (crop)
    operands.push_back(floats(growth.region));
  attrs.set("size", growth.size);
  return node.call("image.resize", operands, attrs);
}

bool says_the_same(const OpNode& node, const Growth& growth) {
  for (size_t d = 0; d < growth.size.size(); ++d)
    if (static_cast<double>(growth.scales[d]) * static_cast<double>(node.shape(0)[d]) !=
        static_cast<double>(growth.size[d]))
      return false;
  return true;
}

std::string method_of(const OpNode& node) {
  const std::string mode = node.get_string("mode", "nearest");
  if (mode == "bilinear" && node.op() == "Upsample")
    return "linear";
  const bool cubic = mode == "cubic" && node.op() == "Resize" && node.opset() >= 11;
  if (mode != "nearest" && mode != "linear" && !cubic)
    node.fail(fmt::format("mode \"{}\" is not supported at opset {}: nearest, linear{}", mode,
                          node.opset(), node.opset() >= 11 ? " or cubic" : ""));
  return mode;
}

IntList all_axes(const OpNode& node) {
  IntList axes(node.shape(0).size());
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

// Upsample, and Resize before opset 11: coordinates are multiples of 1 / scale. Which neighbour is
// the nearest was not said then: the lower one where an axis grows, the upper where it shrinks.
Value upsample(const OpNode& node) {
  Growth growth = unchanged(node);
  const std::vector<float> scales = node.op() == "Upsample" && node.opset() < 9
                                        ? node.get_floats("scales")
                                        : constant_floats(node, 1, "scales");
  scale_axes(node, scales, all_axes(node), growth);
  return resized(node, growth, says_the_same(node, growth), false,
                 {{"method", method_of(node)},
                  {"coordinates", std::string("asymmetric")},
                  {"rounding", std::string("simple")}});
}

// From opset 18 on sizes, scales and the region may be those of some axes.
IntList resized_axes(const OpNode& node) {
  IntList axes = node.get_ints("axes", all_axes(node));
  if (axes.size() > shapes::kMaxRank)
    node.fail(fmt::format("attribute axes has {} values", axes.size()));
  for (int64_t& axis : axes)
    axis = node.axis_in(axis, node.shape(0).size());
  IntList sorted = axes;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    node.fail("attribute axes names an axis twice");
  return axes;
}

Attrs rules_of(const OpNode& node) {
  const std::string method = method_of(node);
  const std::string coordinates = node.get_string("coordinate_transformation_mode", "half_pixel");
  if (coordinates == "half_pixel_symmetric" && node.opset() < 19)
    node.fail("coordinate_transformation_mode half_pixel_symmetric is legal from opset 19 on");
  Attrs attrs{{"method", method}, {"coordinates", coordinates}};
  if (method == "nearest")
    attrs.set("rounding", node.get_string("nearest_mode", "round_prefer_floor"));
  if (method == "cubic")
    attrs.set("cubic_alpha", node.get_float("cubic_coeff_a", -0.75));
  if (node.get_int("exclude_outside", 0) != 0)
    attrs.set("exclude_outside", true);
  if (node.get_int("antialias", 0) != 0)
    attrs.set("antialias", true);
  if (coordinates == "tf_crop_and_resize")
    attrs.set("extrapolation_value", node.get_float("extrapolation_value", 0));
  return attrs;
}

Value resize(const OpNode& node) {
  if (node.opset() < 11)
    return upsample(node);
  if (given(node, 2) == given(node, 3))
    node.fail("needs scales or sizes, one of the two");
  const IntList axes = resized_axes(node);
  Growth growth = unchanged(node);
  if (given(node, 2))
    scale_axes(node, constant_floats(node, 2, "scales"), axes, growth);
  else
    size_axes(node, node.constant_shape(3, "sizes"), axes, growth);
  const Attrs attrs = rules_of(node);
  const bool crop = attrs.get_string("coordinates", "") == "tf_crop_and_resize";
  if (crop)
    set_region(node, axes, growth);
  const bool stretched =
      given(node, 3) && node.get_string("keep_aspect_ratio_policy", "stretch") == "stretch";
  return resized(node, growth, stretched || says_the_same(node, growth), crop, attrs);
}

constexpr OpImporter kResizeOps[] = {
    {"Resize", resize, "constant scales or sizes; every mode"},
    {"Upsample", upsample, "constant scales"},
};

}  // namespace

std::span<const OpImporter> resize_importers() {
  return kResizeOps;
}

}  // namespace vta::onnx_import
