// Convolutions and transposed convolutions.
#include <algorithm>
#include <array>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/window.h"

namespace vta::onnx_import {
namespace {

Value bias_of(const OpNode& node) {
  return node.has(2) ? node.in(2) : Value{};
}

// The kernel's extents: the weight's, which the attribute must agree with.
IntList kernel_of(const OpNode& node) {
  const Shape& weight = node.shape(1);
  if (weight.size() < 3)
    node.fail(fmt::format("weight has shape {}: must have rank 3 to 5", shape_text(weight)));
  const IntList extents(weight.begin() + 2, weight.end());
  const IntList given = node.get_ints("kernel_shape", extents);
  if (given != extents)
    node.fail(fmt::format("kernel_shape does not agree with the weight {}", shape_text(weight)));
  return extents;
}

Value conv(const OpNode& node) {
  const OnnxWindow w = window_of(node, kernel_of(node));
  return convolve(node, node.in(0), node.in(1), bias_of(node), w, node.get_int("group", 1));
}

// ---- Transposed convolution ---------------------------------------------------------------------
// Every value of the data paints the kernel onto a canvas, its extents (e - 1) * stride + span. The
// same comes of a convolution with the kernel turned round, over data with stride - 1 zeros between
// its values; the result is the canvas from `begin` on.
struct Canvas {
  IntList begin, size;
};

IntList given_ints(const OpNode& node, std::string_view attr, size_t most, size_t dims) {
  IntList values = node.get_ints(attr, {});
  if (values.size() == dims + 2 && most > dims)  // batch and channels are named by some
    values.erase(values.begin(), values.begin() + 2);
  if (values.size() != dims)
    node.fail(fmt::format("attribute {} has {}, expected {}", attr,
                          counted(std::ssize(values), "value"), dims));
  for (int64_t v : values)
    if (v < 0 || v > shapes::kMaxExtent)
      node.fail(fmt::format("attribute {} has {}: must be 0 to {}", attr, v, shapes::kMaxExtent));
  return values;
}

Canvas canvas_of(const OpNode& node, const OnnxWindow& w) {
  const size_t dims = w.dims();
  const std::string mode = node.get_string("auto_pad", "NOTSET");
  const bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  if (!same && mode != "NOTSET" && mode != "VALID")
    node.fail(
        fmt::format("auto_pad \"{}\" is unknown: NOTSET, VALID, SAME_UPPER or SAME_LOWER", mode));
  IntList extra(dims, 0), pads(2 * dims, 0), shape;
  if (node.find("output_padding") != nullptr)
    extra = given_ints(node, "output_padding", dims, dims);
  if (node.find("output_shape") != nullptr)
    shape = given_ints(node, "output_shape", dims + 2, dims);
  else if (same)
    for (size_t d = 0; d < dims; ++d)
      shape.push_back(node.shape(0)[2 + d] * w.strides[d]);
  else if (node.find("pads") != nullptr && mode == "NOTSET")
    pads = given_ints(node, "pads", 2 * dims, 2 * dims);
  Canvas canvas;
  for (size_t d = 0; d < dims; ++d) {
    const int64_t full = (node.shape(0)[2 + d] - 1) * w.strides[d] + w.span(d) + extra[d];
    if (shape.empty()) {
      canvas.begin.push_back(pads[d]);
      canvas.size.push_back(full - pads[d] - pads[dims + d]);
      continue;
    }
    const int64_t total = std::max<int64_t>(0, full - shape[d]);
    canvas.begin.push_back(mode == "SAME_UPPER" ? total / 2 : total - total / 2);
    canvas.size.push_back(shape[d]);
  }
  return canvas;
}

// (C, M / g, k...) to (M, C / g, k...), the kernel turned round.
Value turned_weight(const OpNode& node, const OnnxWindow& w, int64_t groups) {
  const Shape s = node.shape(1);
  if (groups < 1 || s[0] % groups != 0)
    node.fail(fmt::format("group={} must divide the weight's {} channels", groups, s[0]));
  Shape grouped{groups, s[0] / groups, s[1]}, plain{s[1] * groups, s[0] / groups};
  IntList order{0, 2, 1}, axes, begin, end;
  for (size_t d = 0; d < w.dims(); ++d) {
    grouped.push_back(w.kernel[d]);
    plain.push_back(w.kernel[d]);
    order.push_back(static_cast<int64_t>(3 + d));
    axes.push_back(static_cast<int64_t>(2 + d));
    begin.push_back(w.kernel[d] - 1);
    end.push_back(-w.kernel[d] - 1);
  }
  Value weight = node.call("reshape", {node.in(1)}, {{"newshape", grouped}});
  weight = node.call("transpose", {weight}, {{"axes", order}});
  weight = node.call("reshape", {weight}, {{"newshape", plain}});
  return node.call(
      "strided_slice", {weight},
      {{"begin", begin}, {"end", end}, {"strides", IntList(axes.size(), -1)}, {"axes", axes}});
}

// Data with its zeros, without what lies before the canvas or behind it; w gets pads and strides.
Value spread_data(const OpNode& node, const Canvas& canvas, OnnxWindow& w) {
  Value data = node.in(0);
  IntList apart{1, 1}, axes, begin, end;
  apart.insert(apart.end(), w.strides.begin(), w.strides.end());
  if (std::ranges::any_of(w.strides, [](int64_t s) { return s != 1; }))
    data = node.call("nn.dilate", {data}, {{"strides", apart}});
  const Shape spread = node.builder().shape(data);
  bool cut = false;
  for (size_t d = 0; d < w.dims(); ++d) {
    const int64_t extent = spread[2 + d], reach = w.span(d) - 1;
    const int64_t before = reach - canvas.begin[d];
    const int64_t behind = canvas.begin[d] + canvas.size[d] - extent;
    w.begin[d] = std::max<int64_t>(before, 0);
    w.end[d] = std::max<int64_t>(behind, 0);
    w.strides[d] = 1;
    axes.push_back(static_cast<int64_t>(2 + d));
    begin.push_back(std::max<int64_t>(-before, 0));
    end.push_back(extent - std::max<int64_t>(-behind, 0));
    cut |= before < 0 || behind < 0;
  }
  if (!cut)
    return data;
  return node.call("strided_slice", {data}, {{"begin", begin}, {"end", end}, {"axes", axes}});
}

Value conv_transpose(const OpNode& node) {
  OnnxWindow w = window_without_pads(node, kernel_of(node));
  const int64_t groups = node.get_int("group", 1);
  const Canvas canvas = canvas_of(node, w);
  for (size_t d = 0; d < w.dims(); ++d)
    if (canvas.size[d] < 1)
      node.fail(fmt::format("the result is empty on axis {}: pads or output_shape leave no extent",
                            2 + d));
  const Value weight = turned_weight(node, w, groups);
  const Value data = spread_data(node, canvas, w);
  return convolve(node, data, weight, bias_of(node), w, groups);
}

constexpr OpImporter kConvOps[] = {
    {"Conv", conv, "one to three dimensions; groups, dilations, uneven pads, every auto_pad"},
    {"ConvTranspose", conv_transpose, "one to three dimensions; as a convolution with zeros"},
};

}  // namespace

std::span<const OpImporter> conv_importers() {
  return kConvOps;
}

}  // namespace vta::onnx_import
