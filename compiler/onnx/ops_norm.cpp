// Normalizations and softmax.
#include <array>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value batch_normalization(const OpNode& node) {
  bool statistics = false;  // results that exist in training only; before opset 14 they ask for it
  for (int i = 1; i < node.output_count(); ++i)
    statistics |= node.has_output(i);
  if (statistics || node.get_int("training_mode", 0) != 0)
    node.fail("training mode is not supported: export the model for inference, with one result");
  if (node.get_int("spatial", 1) != 1)
    node.fail("spatial=0 (a mean for each place) is not supported");
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

// ---- By mean and variance of the data itself ----------------------------------------------------
struct Moments {
  Value centred, mean, variance;
};

Moments moments_of(const OpNode& node, const Value& data, const IntList& axes) {
  const Attrs attrs{{"axis", axes}, {"keepdims", true}};
  const Value mean = node.call("mean", {data}, attrs);
  const Value centred = node.call("subtract", {data, mean});
  return {centred, mean, node.call("mean", {node.call("multiply", {centred, centred})}, attrs)};
}

IntList axes_from(size_t first, size_t rank) {
  IntList axes;
  for (size_t d = first; d < rank; ++d)
    axes.push_back(static_cast<int64_t>(d));
  return axes;
}

// The square root of the variance with epsilon.
Value deviation_of(const OpNode& node, const Moments& m) {
  return node.call("sqrt",
                   {node.call("add", {m.variance, node.number(node.get_float("epsilon", 1e-5))})});
}

// value * scale + bias, the parameters one per index of axis 1, or of `shape`.
Value scaled(const OpNode& node, const Value& value, const Shape& shape) {
  const auto parameter = [&](size_t i) {
    if (num_elements(node.shape(i)) != num_elements(shape))
      node.fail(fmt::format("operand {} has shape {}: must have {} values", i,
                            shape_text(node.shape(i)), num_elements(shape)));
    return node.call("reshape", {node.in(i)}, {{"newshape", shape}});
  };
  return node.call("add", {node.call("multiply", {value, parameter(1)}), parameter(2)});
}

Shape per_channel(const Shape& data) {
  Shape shape(data.size() - 1, 1);
  shape[0] = data[1];
  return shape;
}

void require_planes(const OpNode& node) {
  if (node.shape(0).size() < 3)
    node.fail(
        fmt::format("data has shape {}: must have rank 3 or more", shape_text(node.shape(0))));
}

Value instance_normalization(const OpNode& node) {
  require_planes(node);
  const Shape s = node.shape(0);
  const Moments m = moments_of(node, node.in(0), axes_from(2, s.size()));
  return scaled(node, node.call("divide", {m.centred, deviation_of(node, m)}), per_channel(s));
}

// Before opset 21 a parameter per group, from then on per channel.
Value group_normalization(const OpNode& node) {
  require_planes(node);
  const Shape s = node.shape(0);
  const int64_t groups = node.get_int("num_groups", 0);
  if (groups < 1 || s[1] % groups != 0)
    node.fail(fmt::format("num_groups={} must divide the {} channels", groups, s[1]));
  const IntList grouped{s[0], groups, num_elements(s) / (s[0] * groups)};
  const Value data = node.call("reshape", {node.in(0)}, {{"newshape", grouped}});
  const Moments m = moments_of(node, data, {2});
  Value result = node.call("divide", {m.centred, deviation_of(node, m)});
  if (node.opset() < 21)
    result = scaled(node, result, {groups, 1});
  result = node.call("reshape", {result}, {{"newshape", s}});
  return node.opset() < 21 ? result : scaled(node, result, per_channel(s));
}

Value layer_normalization(const OpNode& node) {
  const Shape s = node.shape(0);
  const int64_t axis = node.axis_in(node.get_int("axis", -1), s.size());
  const Moments m = moments_of(node, node.in(0), axes_from(static_cast<size_t>(axis), s.size()));
  const Value deviation = deviation_of(node, m);
  Value result = node.call("multiply", {node.call("divide", {m.centred, deviation}), node.in(1)});
  if (node.has(2))
    result = node.call("add", {result, node.in(2)});
  if (node.builder().shape(result) != s)
    node.fail(fmt::format("scale {} or bias do not fit data {}", shape_text(node.shape(1)),
                          shape_text(s)));
  if (node.is_read(1))
    node.set_result(1, m.mean);
  if (node.is_read(2))
    node.set_result(2, node.call("reciprocal", {deviation}));
  return result;
}

// By the root of the mean of squares.
Value rms_normalization(const OpNode& node) {
  const Value x = node.in(0);
  const Shape s = node.shape(0);
  const int64_t axis = node.axis_in(node.get_int("axis", -1), s.size());
  const Attrs attrs{{"axis", axes_from(static_cast<size_t>(axis), s.size())}, {"keepdims", true}};
  const Value power = node.call("mean", {node.call("multiply", {x, x})}, attrs);
  const Value result = node.call(
      "multiply", {node.call("divide", {x, deviation_of(node, {x, x, power})}), node.in(1)});
  if (node.builder().shape(result) != s)
    node.fail(
        fmt::format("scale {} does not fit data {}", shape_text(node.shape(1)), shape_text(s)));
  return result;
}

Value mean_variance_normalization(const OpNode& node) {
  const Moments m = moments_of(node, node.in(0), node.get_ints("axes", {0, 2, 3}));
  const Value deviation = node.call("add", {node.call("sqrt", {m.variance}), node.number(1e-9)});
  return node.call("divide", {m.centred, deviation});
}

// ---- Softmax ------------------------------------------------------------------------------------
// 1 at the first of the largest, 0 elsewhere.
Value hardmax_along(const OpNode& node, const Value& data, int64_t axis) {
  const Shape s = node.builder().shape(data);
  const int64_t extent = s[static_cast<size_t>(axis)];
  Shape line(s.size(), 1);
  line[static_cast<size_t>(axis)] = extent;
  std::vector<int64_t> count(static_cast<size_t>(extent));
  for (size_t i = 0; i < count.size(); ++i)
    count[i] = static_cast<int64_t>(i);
  const Value places = node.call("reshape", {node.ints(count)}, {{"newshape", line}});
  const Value best = node.call("argmax", {data}, {{"axis", axis}, {"keepdims", true}});
  return node.call("cast", {node.call("equal", {best, places})},
                   {{"dtype", std::string("float32")}});
}

Value along(const OpNode& node, const std::string& op, const Value& data, int64_t axis) {
  return op == "hardmax" ? hardmax_along(node, data, axis)
                         : node.call(op, {data}, {{"axis", axis}});
}

// Before opset 13 all axes from `axis` on are one; from 13 on only `axis` counts.
Value softmax_of(const OpNode& node, const std::string& op) {
  const Shape& shape = node.shape(0);
  const bool coerce = node.opset() < 13;
  const int64_t axis = node.axis_in(node.get_int("axis", coerce ? 1 : -1), shape.size());
  if (!coerce || axis + 1 == std::ssize(shape))
    return along(node, op, node.in(0), axis);
  int64_t rows = 1;
  for (int64_t i = 0; i < axis; ++i)
    rows *= shape[static_cast<size_t>(i)];
  const Value flat = node.call("reshape", {node.in(0)}, {{"newshape", IntList{rows, -1}}});
  return node.call("reshape", {along(node, op, flat, 1)}, {{"newshape", shape}});
}
Value softmax(const OpNode& node) {
  return softmax_of(node, "nn.softmax");
}
Value log_softmax(const OpNode& node) {
  return softmax_of(node, "nn.log_softmax");
}
Value hardmax(const OpNode& node) {
  return softmax_of(node, "hardmax");
}

constexpr OpImporter kNormOps[] = {
    {"BatchNormalization", batch_normalization, "inference only"},
    {"InstanceNormalization", instance_normalization, ""},
    {"GroupNormalization", group_normalization, ""},
    {"LayerNormalization", layer_normalization, ""},
    {"RMSNormalization", rms_normalization, ""},
    {"MeanVarianceNormalization", mean_variance_normalization, ""},
    {"LRN", lrn, "across channels"},
    {"Softmax", softmax, "before opset 13 all axes from `axis` on are one"},
    {"LogSoftmax", log_softmax, "as Softmax"},
    {"Hardmax", hardmax, "as Softmax"},
};

}  // namespace

std::span<const OpImporter> norm_importers() {
  return kNormOps;
}

}  // namespace vta::onnx_import
