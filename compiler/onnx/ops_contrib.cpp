// Operators of transformers in the domain com.microsoft, which optimizers of ONNX files write:
// attention with the layers before it, sums with a norm, activations with a bias.
#include <cmath>

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value in_shape(const OpNode& node, const Value& value, const Shape& shape) {
  return node.builder().shape(value) == shape
             ? value
             : node.call("reshape", {value}, {{"newshape", shape}});
}

void refuse(const OpNode& node, size_t i, std::string_view what) {
  if (node.has(i))
    node.fail(fmt::format("operand {}, {}, is not supported", i, what));
}

Shape three_axes(const OpNode& node, size_t i, std::string_view what) {
  const Shape shape = node.shape(i);
  if (shape.size() != 3)
    node.fail(fmt::format("{} is {}: must be (batch, length, channels)", what, shape_text(shape)));
  return shape;
}

int64_t heads_in(const OpNode& node, int64_t channels) {
  const int64_t heads = node.get_int("num_heads", 0);
  if (heads < 1 || channels % heads != 0)
    node.fail(fmt::format("num_heads={} must divide the {} channels", heads, channels));
  return heads;
}

// Which of (batch, keys) are no padding: others get mask_filter_value.
Value padding_mask(const OpNode& node, size_t i, int64_t batch, int64_t keys) {
  if (node.shape(i) != Shape{batch, keys} || node.dtype(i) != DType::I32)
    node.fail(fmt::format("the mask, operand {}, is {}: must be int32 {}", i,
                          shape_text(node.shape(i)), shape_text({batch, keys})));
  const Value shown = node.call("greater", {node.in(i), Value{-1, Tensor::scalar<int32_t>(0)}});
  const Value mask = node.call(
      "where", {shown, node.number(0), node.number(node.get_float("mask_filter_value", -10000))});
  return in_shape(node, mask, {batch, 1, 1, keys});
}

struct Rows {
  Value query, key, value;  // (batch, length, channels)
};

// `padding`, `added`: the operands that are masks.
Value attention_of(const OpNode& node, const Rows& rows, size_t padding, size_t added) {
  const Shape q = node.builder().shape(rows.query), k = node.builder().shape(rows.key),
              v = node.builder().shape(rows.value);
  const int64_t heads = heads_in(node, q[2]);
  if (k[0] != q[0] || v[0] != q[0] || v[1] != k[1] || k[2] != q[2] || v[2] % heads != 0)
    node.fail(fmt::format("queries {}, keys {} and values {} do not agree", shape_text(q),
                          shape_text(k), shape_text(v)));
  const double scale = node.get_float("scale", 0) != 0
                           ? node.get_float("scale", 0)
                           : 1 / std::sqrt(static_cast<double>(q[2]) / static_cast<double>(heads));
  std::vector<Value> operands = {in_shape(node, rows.query, {q[0] * q[1], q[2]}),
                                 in_shape(node, rows.key, {k[0] * k[1], k[2]}),
                                 in_shape(node, rows.value, {v[0] * v[1], v[2]})};
  Value mask;
  if (node.has(padding))
    mask = padding_mask(node, padding, q[0], k[1]);
  if (node.has(added))
    mask = mask.exists() ? node.call("add", {mask, node.in(added)}) : node.in(added);
  if (mask.exists())
    operands.push_back(mask);
  Attrs attrs{{"batch", q[0]}, {"num_heads", heads}, {"scale", scale}};
  if (node.get_int("unidirectional", 0) != 0)
    attrs.set("causal", true);
  return in_shape(node, node.call("nn.attention", operands, attrs), {q[0], q[1], v[2]});
}

// ---- with operands of its own
Value part_of(const OpNode& node, const Value& value, int64_t axis, int64_t first, int64_t last) {
  return node.call("strided_slice", {value},
                   {{"begin", IntList{first}}, {"end", IntList{last}}, {"axes", IntList{axis}}});
}

Value multi_head_attention(const OpNode& node) {
  refuse(node, 6, "past_key");
  refuse(node, 7, "past_value");
  Rows rows{node.in(0), node.in(1), node.in(2)};
  const Shape q = three_axes(node, 0, "the query"), k = three_axes(node, 1, "the key"),
              v = three_axes(node, 2, "the value");
  if (node.has(3)) {
    const int64_t all = q[2] + k[2] + v[2];
    if (node.shape(3) != Shape{all})
      node.fail(fmt::format("the bias is {}: must have {} values", shape_text(node.shape(3)), all));
    const auto biased = [&](const Value& value, int64_t first, int64_t last) {
      return node.call("add", {value, part_of(node, node.in(3), 0, first, last)});
    };
    rows = {biased(rows.query, 0, q[2]), biased(rows.key, q[2], q[2] + k[2]),
            biased(rows.value, q[2] + k[2], all)};
  }
  return attention_of(node, rows, 4, 5);
}

// With the layers of queries, keys and values.
Value contrib_attention(const OpNode& node) {
  refuse(node, 4, "past");
  if (node.get_int("do_rotary", 0) != 0)
    node.fail("do_rotary=1 is not supported");
  const Shape x = three_axes(node, 0, "the data"), w = node.shape(1);
  if (w.size() != 2 || w[0] != x[2])
    node.fail(fmt::format("weights are {}: must be ({}, channels)", shape_text(w), x[2]));
  const std::vector<int64_t> sizes =
      node.get_ints("qkv_hidden_sizes", {w[1] / 3, w[1] / 3, w[1] / 3});
  if (sizes.size() != 3 || sizes[0] + sizes[1] + sizes[2] != w[1] ||
      (node.has(2) && node.shape(2) != Shape{w[1]}))
    node.fail(
        fmt::format("{} channels of weights are not those of queries, keys and values, or of "
                    "the bias",
                    w[1]));
  const Value data = in_shape(node, node.in(0), {x[0] * x[1], x[2]});
  std::vector<Value> parts;
  int64_t first = 0;
  for (const int64_t size : sizes) {
    const Value weight = node.call("transpose", {part_of(node, node.in(1), 1, first, first + size)},
                                   {{"axes", IntList{1, 0}}});
    Value made = node.call("nn.dense", {data, weight}, {{"units", size}});
    if (node.has(2))
      made = node.call("add", {made, part_of(node, node.in(2), 0, first, first + size)});
    parts.push_back(in_shape(node, made, {x[0], x[1], size}));
    first += size;
  }
  return attention_of(node, {parts[0], parts[1], parts[2]}, 3, 5);
}

// ---- sums with a norm
constexpr float kDefaultEpsilon = 1e-12F;

// The results 1 and 2: the mean, and the inverse of the deviation.
void set_moments(const OpNode& node, const Value& sum, bool centred) {
  if (!node.is_read(1) && !node.is_read(2))
    return;
  const Attrs last{{"axis", IntList{-1}}, {"keepdims", true}};
  const Value mean = node.call("mean", {sum}, last);
  const Value rest = centred ? node.call("subtract", {sum, mean}) : sum;
  const Value power = node.call("mean", {node.call("multiply", {rest, rest})}, last);
  const Value wide =
      node.call("add", {power, node.number(node.get_float("epsilon", kDefaultEpsilon))});
  node.set_result(1, mean);
  node.set_result(2, node.call("reciprocal", {node.call("sqrt", {wide})}));
}

// Data, skip, gamma, beta of the centred one, bias; the sum is the result 3.
Value skip_norm(const OpNode& node, bool centred) {
  const size_t bias = centred ? 4 : 3;
  Value sum = node.call("add", {node.in(0), node.in(1)});
  if (node.has(bias))
    sum = node.call("add", {sum, node.in(bias)});
  if (node.builder().shape(sum) != node.shape(0))
    node.fail(fmt::format("skip {} or bias do not fit data {}", shape_text(node.shape(1)),
                          shape_text(node.shape(0))));
  node.set_result(3, sum);
  set_moments(node, sum, centred);
  const int64_t channels = node.shape(0).back();
  std::vector<Value> operands = {sum, in_shape(node, node.in(2), {channels})};
  if (centred)
    operands.push_back(node.has(3) ? in_shape(node, node.in(3), {channels})
                                   : Value{-1, Tensor::zeros(DType::F32, {channels})});
  return node.call(centred ? "nn.layer_norm" : "nn.rms_norm", operands,
                   {{"epsilon", node.get_float("epsilon", kDefaultEpsilon)}});
}

Value skip_layer_normalization(const OpNode& node) {
  return skip_norm(node, true);
}
Value skip_simplified_layer_normalization(const OpNode& node) {
  return skip_norm(node, false);
}

// ---- activations
Value biased(const OpNode& node) {
  return node.has(1) ? node.call("add", {node.in(0), node.in(1)}) : node.in(0);
}
Value bias_gelu(const OpNode& node) {
  return node.call("nn.gelu", {biased(node)});
}
Value fast_gelu(const OpNode& node) {
  return node.call("nn.gelu_tanh", {biased(node)});
}
Value quick_gelu(const OpNode& node) {
  return node.call("nn.silu", {node.in(0)}, {{"alpha", node.get_float("alpha", 1.702)}});
}

constexpr OpImporter kContribOps[] = {
    {"com.microsoft.Attention", contrib_attention, "without past; masks (batch, keys)"},
    {"com.microsoft.BiasGelu", bias_gelu, ""},
    {"com.microsoft.FastGelu", fast_gelu, ""},
    {"com.microsoft.Gelu", bias_gelu, ""},
    {"com.microsoft.MultiHeadAttention", multi_head_attention, "without past; masks (batch, keys)"},
    {"com.microsoft.QuickGelu", quick_gelu, ""},
    {"com.microsoft.SkipLayerNormalization", skip_layer_normalization, ""},
    {"com.microsoft.SkipSimplifiedLayerNormalization", skip_simplified_layer_normalization, ""},
};

}  // namespace

std::span<const OpImporter> contrib_importers() {
  return kContribOps;
}

}  // namespace vta::onnx_import
