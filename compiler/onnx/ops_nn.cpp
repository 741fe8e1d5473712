// Convolution, pooling, normalisation, dense layers.
#include <algorithm>
#include <array>

#include "base/plural.h"
#include "base/round.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// ---- Windows ------------------------------------------------------------------------------------
struct Window {
  IntList kernel, strides, dilations;
  IntList padding;  // top, left, bottom, right
};

IntList pair_of(const OpNode& node, std::string_view attr, const IntList& absent) {
  IntList values = node.get_ints(attr, absent);
  if (values.size() != 2)
    node.fail(fmt::format("attribute {} has {} values: only two-dimensional windows are supported",
                          attr, values.size()));
  return values;
}

// SAME_UPPER and SAME_LOWER: as many outputs as extent / stride rounded up; an odd pad goes to the
// end or to the beginning.
IntList same_padding(const Shape& data, const Window& w, bool upper) {
  IntList padding(4);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t extent = data[2 + d];
    const int64_t outputs = ceil_div(extent, w.strides[d]);
    const int64_t span = (w.kernel[d] - 1) * w.dilations[d] + 1;
    const int64_t total = std::max<int64_t>(0, (outputs - 1) * w.strides[d] + span - extent);
    padding[d] = upper ? total / 2 : total - total / 2;
    padding[2 + d] = total - padding[d];
  }
  return padding;
}

Window window_of(const OpNode& node, const IntList& kernel) {
  const Shape& data = node.shape(0);
  if (data.size() != 4)
    node.fail(
        fmt::format("data has shape {}: only batches of two-dimensional images (rank 4) are "
                    "supported",
                    shape_text(data)));
  Window w{kernel, pair_of(node, "strides", {1, 1}), pair_of(node, "dilations", {1, 1}), {}};
  for (const IntList& values : {w.kernel, w.strides, w.dilations})
    for (int64_t v : values)
      if (v < 1 || v > shapes::kMaxWindow)
        node.fail(fmt::format("kernel_shape, strides and dilations must be 1 to {}, one is {}",
                              shapes::kMaxWindow, v));
  const std::string mode = node.get_string("auto_pad", "NOTSET");
  if (mode == "NOTSET") {
    w.padding = node.get_ints("pads", {0, 0, 0, 0});
    if (w.padding.size() != 4)
      node.fail(fmt::format("attribute pads has {}, expected 4",
                            counted(std::ssize(w.padding), "value")));
  } else if (mode == "VALID") {
    w.padding = {0, 0, 0, 0};
  } else if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
    w.padding = same_padding(data, w, mode == "SAME_UPPER");
  } else {
    node.fail(
        fmt::format("auto_pad \"{}\" is unknown: NOTSET, VALID, SAME_UPPER or SAME_LOWER", mode));
  }
  return w;
}

Value conv(const OpNode& node) {
  const Shape& kernel = node.shape(1);
  if (kernel.size() != 4)
    node.fail(fmt::format("weight has shape {}: only rank 4 is supported", shape_text(kernel)));
  const IntList size = pair_of(node, "kernel_shape", {kernel[2], kernel[3]});
  const Window w = window_of(node, size);
  const int64_t groups = node.get_int("group", 1);
  Attrs attrs{{"strides", w.strides}, {"padding", w.padding}};
  if (w.dilations != IntList{1, 1})
    attrs.set("dilation", w.dilations);
  if (groups != 1)
    attrs.set("groups", groups);
  attrs.set("channels", kernel[0]);
  attrs.set("kernel_size", size);
  const Value result = node.call("nn.conv2d", {node.in(0), node.in(1)}, attrs);
  if (!node.has(2))
    return result;
  node.builder().name(result, node.name());
  const Value bias = node.call("reshape", {node.in(2)}, {{"newshape", IntList{kernel[0], 1, 1}}});
  const Value sum = node.call("add", {result, bias});
  node.builder().name(sum, node.name() + ".bias");
  return sum;
}

Value pool(const OpNode& node, const std::string& op) {
  if (node.has_output(1))
    node.fail("the second output (Indices) is not supported");
  if (node.get_int("storage_order", 0) != 0)
    node.fail("storage_order other than 0 is not supported");
  const Window w = window_of(node, pair_of(node, "kernel_shape", {}));
  Attrs attrs{{"pool_size", w.kernel}, {"strides", w.strides}};
  if (w.dilations != IntList{1, 1})
    attrs.set("dilation", w.dilations);
  attrs.set("padding", w.padding);
  if (node.get_int("ceil_mode", 0) != 0)
    attrs.set("ceil_mode", true);
  if (node.get_int("count_include_pad", 0) != 0)
    attrs.set("count_include_pad", true);
  return node.call(op, {node.in(0)}, attrs);
}

Value max_pool(const OpNode& node) {
  return pool(node, "nn.max_pool2d");
}
Value average_pool(const OpNode& node) {
  return pool(node, "nn.avg_pool2d");
}

Value global_pool(const OpNode& node, const std::string& op) {
  if (node.shape(0).size() != 4)
    node.fail(
        fmt::format("data has shape {}: only rank 4 is supported", shape_text(node.shape(0))));
  return node.call(op, {node.in(0)});
}
Value global_average_pool(const OpNode& node) {
  return global_pool(node, "nn.global_avg_pool2d");
}
Value global_max_pool(const OpNode& node) {
  return global_pool(node, "nn.global_max_pool2d");
}

// ---- Normalisation ------------------------------------------------------------------------------
Value batch_normalization(const OpNode& node) {
  bool statistics = false;  // results that exist in training only; before opset 14 they ask for it
  for (int i = 1; i < node.output_count(); ++i)
    statistics |= node.has_output(i);
  if (statistics || node.get_int("training_mode", 0) != 0)
    node.fail("training mode is not supported: export the model for inference, with one result");
  const Value tuple =
      node.call("nn.batch_norm", {node.in(0), node.in(1), node.in(2), node.in(3), node.in(4)},
                {{"epsilon", node.get_float("epsilon", 1e-5)}});
  const Value result = node.builder().first_field(tuple);
  node.builder().name(result, node.name());
  return result;
}

Value lrn(const OpNode& node) {
  if (node.find("size") == nullptr)
    node.fail("attribute size is missing");
  return node.call("nn.lrn", {node.in(0)},
                   {{"size", node.get_int("size", 1)},
                    {"axis", int64_t{1}},
                    {"bias", node.get_float("bias", 1.0)},
                    {"alpha", node.get_float("alpha", 1e-4)},
                    {"beta", node.get_float("beta", 0.75)}});
}

// Before opset 13 all axes from `axis` on are one; from 13 on only `axis` counts.
Value softmax_of(const OpNode& node, const std::string& op) {
  const Shape& shape = node.shape(0);
  const auto rank = static_cast<int64_t>(shape.size());
  const bool coerce = node.opset() < 13;
  int64_t axis = node.get_int("axis", coerce ? 1 : -1);
  if (axis < -rank || axis >= rank)
    node.fail(fmt::format("axis {} is outside a tensor of rank {}", axis, rank));
  axis = axis < 0 ? axis + rank : axis;
  if (!coerce || axis == rank - 1)
    return node.call(op, {node.in(0)}, {{"axis", axis}});
  int64_t rows = 1;
  for (int64_t i = 0; i < axis; ++i)
    rows *= shape[static_cast<size_t>(i)];
  const Value flat = node.call("reshape", {node.in(0)}, {{"newshape", IntList{rows, -1}}});
  return node.call("reshape", {node.call(op, {flat}, {{"axis", int64_t{1}}})},
                   {{"newshape", shape}});
}
Value softmax(const OpNode& node) {
  return softmax_of(node, "nn.softmax");
}
Value log_softmax(const OpNode& node) {
  return softmax_of(node, "nn.log_softmax");
}

// ---- Dense layers -------------------------------------------------------------------------------
Value turned(const OpNode& node, const Value& matrix) {
  return node.call("transpose", {matrix}, {{"axes", IntList{1, 0}}});
}

Value scaled(const OpNode& node, const Value& value, double factor) {
  if (factor == 1.0)
    return value;
  return node.call("multiply", {value, {-1, Tensor::scalar<float>(static_cast<float>(factor))}});
}

// alpha * A * B + beta * C: the factors go into constants where those are constant.
Value gemm(const OpNode& node) {
  if (node.shape(0).size() != 2 || node.shape(1).size() != 2)
    node.fail("A and B must be matrices");
  const Value a = node.get_int("transA", 0) != 0 ? turned(node, node.in(0)) : node.in(0);
  const Value b = node.get_int("transB", 0) != 0 ? node.in(1) : turned(node, node.in(1));
  const Value weight = scaled(node, b, node.get_float("alpha", 1.0));
  const int64_t units = node.builder().shape(weight)[0];
  const Value product = node.call("nn.dense", {a, weight}, {{"units", units}});
  if (!node.has(2) || node.get_float("beta", 1.0) == 0.0)
    return product;
  node.builder().name(product, node.name());
  Value c = scaled(node, node.in(2), node.get_float("beta", 1.0));
  if (node.builder().shape(c) == Shape{1, units})
    c = node.call("reshape", {c}, {{"newshape", IntList{units}}});
  const Value sum = node.call("add", {product, c});
  node.builder().name(sum, node.name() + ".bias");
  return sum;
}

Value mat_mul(const OpNode& node) {
  if (node.shape(0).size() < 2 || node.shape(1).size() != 2)
    node.fail(fmt::format("{} times {}: supported is a tensor of rank 2 or more times a matrix",
                          shape_text(node.shape(0)), shape_text(node.shape(1))));
  return node.call("nn.dense", {node.in(0), turned(node, node.in(1))},
                   {{"units", node.shape(1)[1]}});
}

const std::array<OpImporter, 11> kNnOps = {{
    {"Conv", conv, "two-dimensional; groups, dilations, uneven pads, every auto_pad"},
    {"MaxPool", max_pool, "two-dimensional; without Indices"},
    {"AveragePool", average_pool, "two-dimensional"},
    {"GlobalAveragePool", global_average_pool, "rank 4"},
    {"GlobalMaxPool", global_max_pool, "rank 4"},
    {"BatchNormalization", batch_normalization, "inference only"},
    {"LRN", lrn, "across channels"},
    {"Softmax", softmax, "before opset 13 all axes from `axis` on are one"},
    {"LogSoftmax", log_softmax, "as Softmax"},
    {"Gemm", gemm, "matrices"},
    {"MatMul", mat_mul, "second operand a matrix"},
}};

}  // namespace

std::span<const OpImporter> nn_importers() {
  return kNnOps;
}

}  // namespace vta::onnx_import
