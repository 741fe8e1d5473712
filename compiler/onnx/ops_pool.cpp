// Pools of one to three dimensions, by those of two: a window's largest value, its sum and its mean
// can be formed one dimension after the other.
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/window.h"

namespace vta::onnx_import {
namespace {

// The window over dimensions h and w, or with height 1.
Attrs pool_attrs(const OpNode& node, const OnnxWindow& w, const std::string& op) {
  Attrs attrs{{"pool_size", w.kernel}, {"strides", w.strides}};
  if (w.dilations != IntList{1, 1})
    attrs.set("dilation", w.dilations);
  attrs.set("padding", w.pads(0, 1));
  if (node.get_int("ceil_mode", 0) != 0)
    attrs.set("ceil_mode", true);
  if (op == "nn.avg_pool2d" && node.get_int("count_include_pad", 0) != 0)
    attrs.set("count_include_pad", true);
  return attrs;
}

OnnxWindow of_two(const OnnxWindow& w, int h, int x) {
  const auto pick = [&](const IntList& v, int64_t none) {
    return IntList{h < 0 ? none : v[static_cast<size_t>(h)],
                   x < 0 ? none : v[static_cast<size_t>(x)]};
  };
  return {pick(w.kernel, 1), pick(w.strides, 1), pick(w.dilations, 1), pick(w.begin, 0),
          pick(w.end, 0)};
}

Value pooled_as(const OpNode& node, const Value& data, const Shape& shape, const OnnxWindow& w,
                const std::string& op) {
  const Value seen = node.call("reshape", {data}, {{"newshape", shape}});
  return node.call(op, {seen}, pool_attrs(node, w, op));
}

Value pool(const OpNode& node, const Value& data, const std::string& op) {
  if (node.find("kernel_shape") == nullptr)
    node.fail("attribute kernel_shape is missing");
  const OnnxWindow w = window_of(node, node.get_ints("kernel_shape", {}));
  const Shape s = node.builder().shape(data);
  if (w.dims() == 2)
    return node.call(op, {data}, pool_attrs(node, w, op));
  if (w.dims() == 1) {
    const Value row = pooled_as(node, data, {s[0], s[1], 1, s[2]}, of_two(w, -1, 0), op);
    const int64_t width = node.builder().shape(row)[3];
    return node.call("reshape", {row}, {{"newshape", IntList{s[0], s[1], width}}});
  }
  const Value planes = pooled_as(node, data, {s[0], s[1] * s[2], s[3], s[4]}, of_two(w, 1, 2), op);
  const Shape p = node.builder().shape(planes);
  const Value all = pooled_as(node, planes, {s[0], s[1], s[2], p[2] * p[3]}, of_two(w, 0, -1), op);
  const int64_t depth = node.builder().shape(all)[2];
  return node.call("reshape", {all}, {{"newshape", IntList{s[0], s[1], depth, p[2], p[3]}}});
}

Value max_pool(const OpNode& node) {
  if (node.is_read(1))
    node.fail("the second output (Indices) is not supported");
  if (node.get_int("storage_order", 0) != 0)
    node.fail("storage_order other than 0 is not supported");
  return pool(node, node.in(0), "nn.max_pool2d");
}

Value average_pool(const OpNode& node) {
  return pool(node, node.in(0), "nn.avg_pool2d");
}

// ---- Norms --------------------------------------------------------------------------------------
int64_t exponent_of(const OpNode& node) {
  const int64_t p = node.get_int("p", 2);
  if (p < 1 || p > 64)
    node.fail(fmt::format("p={} must be 1 to 64", p));
  return p;
}

Value powered(const OpNode& node, const Value& value, int64_t p) {
  const Value size = node.call("abs", {value});
  if (p == 1)
    return size;
  return p == 2 ? node.call("multiply", {value, value})
                : node.call("power", {size, node.number(static_cast<double>(p))});
}

Value rooted(const OpNode& node, const Value& value, int64_t p) {
  if (p == 1)
    return value;
  return p == 2 ? node.call("sqrt", {value})
                : node.call("power", {value, node.number(1.0 / static_cast<double>(p))});
}

Value lp_pool(const OpNode& node) {
  const int64_t p = exponent_of(node);
  return rooted(node, pool(node, powered(node, node.in(0), p), "nn.sum_pool2d"), p);
}

// ---- Whole planes -------------------------------------------------------------------------------
Attrs over_planes(const OpNode& node) {
  const size_t rank = node.shape(0).size();
  if (rank < 3)
    node.fail(
        fmt::format("data has shape {}: must have rank 3 or more", shape_text(node.shape(0))));
  IntList axes;
  for (size_t d = 2; d < rank; ++d)
    axes.push_back(static_cast<int64_t>(d));
  return {{"axis", axes}, {"keepdims", true}};
}

Value global_average_pool(const OpNode& node) {
  const Attrs attrs = over_planes(node);
  return node.shape(0).size() == 4 ? node.call("nn.global_avg_pool2d", {node.in(0)})
                                   : node.call("mean", {node.in(0)}, attrs);
}

Value global_max_pool(const OpNode& node) {
  const Attrs attrs = over_planes(node);
  return node.shape(0).size() == 4 ? node.call("nn.global_max_pool2d", {node.in(0)})
                                   : node.call("max", {node.in(0)}, attrs);
}

Value global_lp_pool(const OpNode& node) {
  const int64_t p = exponent_of(node);
  return rooted(node, node.call("sum", {powered(node, node.in(0), p)}, over_planes(node)), p);
}

// x / (sum of |x|^p along an axis)^(1/p)
Value lp_normalization(const OpNode& node) {
  const int64_t p = exponent_of(node);
  if (p > 2)
    node.fail(fmt::format("p={} must be 1 or 2", p));
  const Attrs attrs{{"axis", node.get_int("axis", -1)}, {"keepdims", true}};
  const Value norm = rooted(node, node.call("sum", {powered(node, node.in(0), p)}, attrs), p);
  return node.call("divide", {node.in(0), norm});
}

constexpr OpImporter kPoolOps[] = {
    {"MaxPool", max_pool, "one to three dimensions; without Indices"},
    {"AveragePool", average_pool, "one to three dimensions"},
    {"LpPool", lp_pool, "one to three dimensions"},
    {"GlobalAveragePool", global_average_pool, "rank 3 or more"},
    {"GlobalMaxPool", global_max_pool, "rank 3 or more"},
    {"GlobalLpPool", global_lp_pool, "rank 3 or more"},
    {"LpNormalization", lp_normalization, ""},
};

}  // namespace

std::span<const OpImporter> pool_importers() {
  return kPoolOps;
}

}  // namespace vta::onnx_import
