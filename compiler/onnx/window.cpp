#include "compiler/onnx/window.h"

#include <algorithm>

#include "base/plural.h"
#include "base/round.h"
#include "compiler/graph/shape_util.h"

namespace vta::onnx_import {
namespace {

constexpr size_t kMostDims = 3;
constexpr int64_t kMostPlanes = 256;  // of a three-dimensional kernel: each is a convolution

IntList per_dimension(const OpNode& node, std::string_view attr, size_t dims, int64_t absent) {
  IntList values = node.get_ints(attr, IntList(dims, absent));
  if (values.size() != dims)
    node.fail(fmt::format("attribute {} has {}, expected {}", attr,
                          counted(std::ssize(values), "value"), dims));
  return values;
}

// Pads beside an auto_pad that says otherwise: which of the two is meant nobody knows.
void refuse_other_pads(const OpNode& node, const std::string& mode, const OnnxWindow& w) {
  const IntList pads = per_dimension(node, "pads", 2 * w.dims(), 0);
  IntList own = w.begin;
  own.insert(own.end(), w.end.begin(), w.end.end());
  if (pads != own && std::ranges::any_of(pads, [](int64_t pad) { return pad != 0; }))
    node.fail(
        fmt::format("auto_pad {} means pads=[{}] here, and pads=[{}] are given: leave one out",
                    mode, fmt::join(own, ", "), fmt::join(pads, ", ")));
}

// SAME_UPPER and SAME_LOWER: as many outputs as extent / stride rounded up; an odd pad goes to the
// end or to the beginning.
void set_same_pads(const Shape& data, bool upper, OnnxWindow& w) {
  for (size_t d = 0; d < w.dims(); ++d) {
    const int64_t extent = data[2 + d];
    const int64_t outputs = ceil_div(extent, w.strides[d]);
    const int64_t total = std::max<int64_t>(0, (outputs - 1) * w.strides[d] + w.span(d) - extent);
    w.begin[d] = upper ? total / 2 : total - total / 2;
    w.end[d] = total - w.begin[d];
  }
}

Value with_shape(const OpNode& node, const Value& value, const Shape& shape) {
  return node.call("reshape", {value}, {{"newshape", shape}});
}

Value with_bias(const OpNode& node, const Value& sum, const Value& bias, size_t dims) {
  if (!bias.is_constant() && bias.node < 0)
    return sum;
  const int64_t channels = node.builder().shape(sum)[1];
  if (node.builder().shape(bias) != Shape{channels})
    node.fail(fmt::format("the bias has shape {}, expected ({}): one for each output channel",
                          shape_text(node.builder().shape(bias)), channels));
  Shape shape(dims + 1, 1);
  shape[0] = channels;
  node.builder().name(sum, node.name());
  const Value result = node.call("add", {sum, with_shape(node, bias, shape)});
  node.builder().name(result, node.name() + ".bias");
  return result;
}

// Rows of height 1.
Value convolve_rows(const OpNode& node, const Value& data, const Value& weight, const Value& bias,
                    OnnxWindow w, int64_t groups) {
  const Shape d = node.builder().shape(data), k = node.builder().shape(weight);
  for (IntList* values : {&w.kernel, &w.strides, &w.dilations})
    values->insert(values->begin(), 1);
  for (IntList* values : {&w.begin, &w.end})
    values->insert(values->begin(), 0);
  const Value flat = conv2d_call(node, with_shape(node, data, {d[0], d[1], 1, d[2]}),
                                 with_shape(node, weight, {k[0], k[1], 1, k[2]}), w, groups);
  const Value sum = with_bias(node, flat, bias, 2);
  const Shape s = node.builder().shape(sum);
  return with_shape(node, sum, {s[0], s[1], s[3]});
}

// The planes of the (padded) data that plane z of the kernel sees, as images of a batch.
Value seen_planes(const OpNode& node, const Value& data, const OnnxWindow& w, int64_t z,
                  int64_t count) {
  const int64_t first = z * w.dilations[0];
  const Value part = node.call("strided_slice", {data},
                               {{"begin", IntList{first}},
                                {"end", IntList{first + (count - 1) * w.strides[0] + 1}},
                                {"strides", IntList{w.strides[0]}},
                                {"axes", IntList{2}}});
  const Value planes = node.call("transpose", {part}, {{"axes", IntList{0, 2, 1, 3, 4}}});
  const Shape s = node.builder().shape(planes);
  return with_shape(node, planes, {s[0] * s[1], s[2], s[3], s[4]});
}

Value padded_depth(const OpNode& node, const Value& data, const OnnxWindow& w) {
  if (w.begin[0] == 0 && w.end[0] == 0)
    return data;
  const std::vector<IntList> width = {{0, 0}, {0, 0}, {w.begin[0], w.end[0]}, {0, 0}, {0, 0}};
  return node.call("nn.pad", {data, node.number(0)}, {{"pad_width", width}});
}

// A sum over the planes of the kernel.
Value convolve_volumes(const OpNode& node, const Value& data, const Value& weight,
                       const Value& bias, const OnnxWindow& w, int64_t groups) {
  if (w.kernel[0] > kMostPlanes)
    node.fail(fmt::format("the kernel has {} planes: at most {} are supported", w.kernel[0],
                          kMostPlanes));
  const Value padded = padded_depth(node, data, w);
  const Shape d = node.builder().shape(padded), k = node.builder().shape(weight);
  const int64_t count =
      shapes::window_count({d[2], 0, 0, w.kernel[0], w.strides[0], w.dilations[0], "depth"}, false);
  OnnxWindow flat = w;
  for (IntList* values : {&flat.kernel, &flat.strides, &flat.dilations, &flat.begin, &flat.end})
    values->erase(values->begin());
  Value sum;
  for (int64_t z = 0; z < w.kernel[0]; ++z) {
    const Value plane =
        node.call("strided_slice", {weight},
                  {{"begin", IntList{z}}, {"end", IntList{z + 1}}, {"axes", IntList{2}}});
    const Value product =
        conv2d_call(node, seen_planes(node, padded, w, z, count),
                    with_shape(node, plane, {k[0], k[1], k[3], k[4]}), flat, groups);
    const bool last = z + 1 == w.kernel[0];  // a layer's bias is computed with it, a sum's is not
    const Value part = with_bias(node, product, last ? bias : Value{}, 2);
    sum = z == 0 ? part : node.call("add", {sum, part});
  }
  const Shape s = node.builder().shape(sum);
  const Value planes = with_shape(node, sum, {d[0], count, s[1], s[2], s[3]});
  return node.call("transpose", {planes}, {{"axes", IntList{0, 2, 1, 3, 4}}});
}

}  // namespace

OnnxWindow window_without_pads(const OpNode& node, const IntList& kernel) {
  const Shape& data = node.shape(0);
  const size_t dims = kernel.size();
  if (dims < 1 || dims > kMostDims || data.size() != dims + 2)
    node.fail(
        fmt::format("data has shape {} and the kernel {}: supported are batches of one- to "
                    "three-dimensional images (rank 3 to 5) with a kernel of as many",
                    shape_text(data), counted(std::ssize(kernel), "dimension")));
  OnnxWindow w{kernel, per_dimension(node, "strides", dims, 1),
               per_dimension(node, "dilations", dims, 1), IntList(dims, 0), IntList(dims, 0)};
  for (const IntList& values : {w.kernel, w.strides, w.dilations})
    for (int64_t v : values)
      if (v < 1 || v > shapes::kMaxWindow)
        node.fail(fmt::format("kernel_shape, strides and dilations must be 1 to {}, one is {}",
                              shapes::kMaxWindow, v));
  return w;
}

OnnxWindow window_of(const OpNode& node, const IntList& kernel) {
  OnnxWindow w = window_without_pads(node, kernel);
  const std::string mode = node.get_string("auto_pad", "NOTSET");
  if (mode == "NOTSET") {
    const IntList pads = per_dimension(node, "pads", 2 * w.dims(), 0);
    w.begin.assign(pads.begin(), pads.begin() + std::ssize(kernel));
    w.end.assign(pads.begin() + std::ssize(kernel), pads.end());
  } else if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
    set_same_pads(node.shape(0), mode == "SAME_UPPER", w);
  } else if (mode != "VALID") {
    node.fail(
        fmt::format("auto_pad \"{}\" is unknown: NOTSET, VALID, SAME_UPPER or SAME_LOWER", mode));
  }
  if (mode != "NOTSET")
    refuse_other_pads(node, mode, w);
  for (const IntList& values : {w.begin, w.end})
    for (int64_t v : values)
      if (v < 0 || v > shapes::kMaxWindow)
        node.fail(fmt::format("pads must be 0 to {}, one is {}", shapes::kMaxWindow, v));
  return w;
}

Value conv2d_call(const OpNode& node, const Value& data, const Value& weight, const OnnxWindow& w,
                  int64_t groups) {
  Attrs attrs{{"strides", w.strides}, {"padding", w.pads(0, 1)}};
  if (w.dilations != IntList{1, 1})
    attrs.set("dilation", w.dilations);
  if (groups != 1)
    attrs.set("groups", groups);
  attrs.set("channels", node.builder().shape(weight)[0]);
  attrs.set("kernel_size", w.kernel);
  return node.call("nn.conv2d", {data, weight}, attrs);
}

Value convolve(const OpNode& node, const Value& data, const Value& weight, const Value& bias,
               const OnnxWindow& w, int64_t groups) {
  if (w.dims() == 1)
    return convolve_rows(node, data, weight, bias, w, groups);
  if (w.dims() == 3)
    return convolve_volumes(node, data, weight, bias, w, groups);
  return with_bias(node, conv2d_call(node, data, weight, w, groups), bias, 2);
}

}  // namespace vta::onnx_import
