// Attention and RotaryEmbedding (opset 23), made of products of matrices, masks and a softmax.
//
// Heads of queries that share one of keys and values are rows of one matrix: with 8 heads of 16
// queries on 2 of keys, (batch, 8, 16, size) is read as (batch * 2, 64, size), so nothing is
// repeated. Places that a mask hides get the lowest float before the softmax, and 0 behind it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/plural.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value shaped_as(const OpNode& node, const Value& value, const Shape& shape) {
  return node.builder().shape(value) == shape
             ? value
             : node.call("reshape", {value}, {{"newshape", shape}});
}

Value turned_axes(const OpNode& node, const Value& value, const IntList& axes) {
  return node.call("transpose", {value}, {{"axes", axes}});
}

// ---- Attention ----------------------------------------------------------------------------------
// (batch, length, heads * size) as (batch, heads, length, size); four axes have that already.
Value heads_of(const OpNode& node, size_t i, std::string_view count) {
  const Shape shape = node.shape(i);
  if (shape.size() == 4)
    return node.in(i);
  if (shape.size() != 3)
    node.fail(fmt::format("operand {} is {}: must have three or four axes", i, shape_text(shape)));
  const int64_t heads = node.get_int(count, 0);
  if (heads < 1 || shape[2] % heads != 0)
    node.fail(fmt::format("{}={} must divide the last extent of operand {}, {}", count, heads, i,
                          shape_text(shape)));
  const Shape parts{shape[0], shape[1], heads, shape[2] / heads};
  return turned_axes(node, shaped_as(node, node.in(i), parts), {0, 2, 1, 3});
}

struct AttentionParts {
  Value query, key, value;  // (batch, heads, length, size); key and value with what was before
  int64_t batch = 0, heads = 0, groups = 0, queries = 0, keys = 0;
  int64_t past = 0;  // keys before the first query's own
};

Value behind_past(const OpNode& node, size_t past, const Value& now) {
  return node.has(past) ? node.call("concatenate", {node.in(past), now}, {{"axis", int64_t{2}}})
                        : now;
}

AttentionParts attention_parts(const OpNode& node) {
  AttentionParts parts;
  parts.query = heads_of(node, 0, "q_num_heads");
  if (node.has(4) != node.has(5))
    node.fail("past_key and past_value must be given together");
  parts.key = behind_past(node, 4, heads_of(node, 1, "kv_num_heads"));
  parts.value = behind_past(node, 5, heads_of(node, 2, "kv_num_heads"));
  const Shape q = node.builder().shape(parts.query), k = node.builder().shape(parts.key),
              v = node.builder().shape(parts.value);
  if (q[0] != k[0] || q[0] != v[0] || k[1] != v[1] || k[2] != v[2] || q[3] != k[3] ||
      q[1] % k[1] != 0)
    node.fail(
        fmt::format("queries {}, keys {} and values {} do not agree: (batch, heads, length, size) "
                    "with heads of queries a multiple of the others'",
                    shape_text(q), shape_text(k), shape_text(v)));
  parts.batch = q[0];
  parts.heads = q[1];
  parts.groups = k[1];
  parts.queries = q[2];
  parts.keys = k[2];
  parts.past = node.has(4) ? node.shape(4)[2] : 0;
  return parts;
}

// (batch, heads, queries, keys)
Value scores_of(const OpNode& node, const AttentionParts& p) {
  const int64_t size = node.builder().shape(p.query)[3];
  const double scale = node.get_float("scale", 1 / std::sqrt(static_cast<double>(size)));
  const Value rows =
      shaped_as(node, p.query, {p.batch * p.groups, p.heads / p.groups * p.queries, size});
  const Value columns =
      shaped_as(node, turned_axes(node, p.key, {0, 1, 3, 2}), {p.batch * p.groups, size, p.keys});
  const Value product = node.call("nn.batch_matmul", {rows, columns});
  return node.call("multiply", {shaped_as(node, product, {p.batch, p.heads, p.queries, p.keys}),
                                node.number(scale)});
}

// Limits scores softly to +-softcap.
Value capped(const OpNode& node, const Value& scores) {
  const double cap = node.get_float("softcap", 0);
  if (cap < 0)
    node.fail(fmt::format("softcap={} must be 0 or above", cap));
  if (cap == 0)
    return scores;
  const Value part = node.call("tanh", {node.call("divide", {scores, node.number(cap)})});
  return node.call("multiply", {part, node.number(cap)});
}

// Scores on their way to the softmax, and what may be seen of them.
struct Scores {
  Value values;
  std::vector<Value> visible;  // bools that are broadcast to the scores
};

Value value_or(const OpNode& node, const Value& visible, const Value& values, double hidden) {
  return node.call("where", {visible, values, node.number(hidden)});
}

constexpr auto kLowest = static_cast<double>(std::numeric_limits<float>::lowest());

void hide(const OpNode& node, const Value& visible, Scores& scores) {
  scores.values = value_or(node, visible, scores.values, kLowest);
  scores.visible.push_back(visible);
}

// A mask of fewer keys than there are hides the rest.
Value mask_of_all_keys(const OpNode& node, int64_t keys) {
  const Shape shape = node.shape(3);
  if (shape.empty() || shape.back() > keys)
    node.fail(fmt::format("the mask {} must have {}", shape_text(shape), counted(keys, "column")));
  if (shape.back() == keys || shape.back() == 1)
    return node.in(3);
  Shape rest = shape;
  rest.back() = keys - shape.back();
  const bool bools = node.dtype(3) == DType::Bool;
  const Value hidden =
      node.call("broadcast_to", {bools ? Value{-1, Tensor::scalar(false)} : node.number(-INFINITY)},
                {{"shape", rest}});
  return node.call("concatenate", {node.in(3), hidden},
                   {{"axis", static_cast<int64_t>(shape.size()) - 1}});
}

bool hides_nothing(const Value& mask) {
  return mask.is_constant() && std::ranges::none_of(mask.constant.data<float>(), [](float v) {
           return v == -std::numeric_limits<float>::infinity();
         });
}

// Bools say what may be seen; floats are added, and hide where they are -inf.
void apply_mask(const OpNode& node, const AttentionParts& p, Scores& scores) {
  if (!node.has(3))
    return;
  const Shape shape = node.builder().shape(scores.values);
  const Value mask = mask_of_all_keys(node, p.keys);
  if (node.dtype(3) == DType::Bool) {
    hide(node, mask, scores);
  } else {
    scores.values = node.call("add", {scores.values, mask});
    if (!hides_nothing(mask))
      scores.visible.push_back(node.call("greater", {mask, node.number(-INFINITY)}));
  }
  if (node.builder().shape(scores.values) != shape)
    node.fail(fmt::format("the mask {} does not fit scores {}", shape_text(node.shape(3)),
                          shape_text(shape)));
}

// (rows, columns) of column - row.
Tensor distances(int64_t rows, int64_t columns) {
  Tensor out = Tensor::zeros(DType::I64, {rows, columns});
  auto values = out.mutable_data<int64_t>();
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int64_t>(i) % columns - static_cast<int64_t>(i) / columns;
  return out;
}

Value integer(int64_t value) {
  return {-1, Tensor::scalar<int64_t>(value)};
}

// How many keys of each sequence are no padding (opset 24), as (batch, 1, 1, 1).
Value valid_keys(const OpNode& node, int64_t batch) {
  if (node.shape(6) != Shape{batch})
    node.fail(fmt::format("nonpad_kv_seqlen is {}: must be {}", shape_text(node.shape(6)),
                          shape_text({batch})));
  const Value whole = node.dtype(6) == DType::I64
                          ? node.in(6)
                          : node.call("cast", {node.in(6)}, {{"dtype", std::string("int64")}});
  return node.call("reshape", {whole}, {{"newshape", IntList{batch, 1, 1, 1}}});
}

// A query sees the keys up to its own, which is behind those of the past, or the last of the valid.
void apply_causal(const OpNode& node, const AttentionParts& p, Scores& scores) {
  if (node.get_int("is_causal", 0) == 0)
    return;
  const Value distance{-1, distances(p.queries, p.keys)};
  const Value most = node.has(6) && !node.has(4)
                         ? node.call("subtract", {valid_keys(node, p.batch), integer(p.queries)})
                         : integer(p.past);
  hide(node, node.call("less_equal", {distance, most}), scores);
}

void apply_padding(const OpNode& node, const AttentionParts& p, Scores& scores) {
  if (!node.has(6))
    return;
  const Value columns{-1, distances(1, p.keys)};
  hide(node, node.call("less", {columns, valid_keys(node, p.batch)}), scores);
}

// A query that sees no key gets nothing of any.
Value attention_weights(const OpNode& node, const Scores& scores) {
  Value seen = scores.values;
  const bool floats = node.has(3) && node.dtype(3) != DType::Bool && !scores.visible.empty();
  if (floats)
    seen = value_or(node, scores.visible[0], seen, kLowest);
  Value weights = node.call("nn.softmax", {seen}, {{"axis", int64_t{-1}}});
  const bool sees_itself = !node.has(3) && !node.has(6);
  for (const Value& visible : scores.visible)
    if (!sees_itself)
      weights = value_or(node, visible, weights, 0);
  return weights;
}

// The operator's results after the first; the last one is chosen by an attribute.
Value attention(const OpNode& node) {
  const AttentionParts p = attention_parts(node);
  const Value raw = scores_of(node, p), soft = capped(node, raw);
  Scores scores{soft, {}};
  apply_mask(node, p, scores);
  apply_causal(node, p, scores);
  apply_padding(node, p, scores);
  const Value weights = attention_weights(node, scores);
  const int64_t mode = node.get_int("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    node.fail(fmt::format("qk_matmul_output_mode={} is unknown: 0 to 3", mode));
  node.set_result(1, p.key);
  node.set_result(2, p.value);
  node.set_result(3, std::array{raw, soft, scores.values, weights}[static_cast<size_t>(mode)]);
  const int64_t size = node.builder().shape(p.value)[3];
  const Value product = node.call(
      "nn.batch_matmul",
      {shaped_as(node, weights, {p.batch * p.groups, p.heads / p.groups * p.queries, p.keys}),
       shaped_as(node, p.value, {p.batch * p.groups, p.keys, size})});
  const Value heads = shaped_as(node, product, {p.batch, p.heads, p.queries, size});
  if (node.shape(0).size() == 4)
    return heads;
  return shaped_as(node, turned_axes(node, heads, {0, 2, 1, 3}),
                   {p.batch, p.queries, p.heads * size});
}

// ---- RotaryEmbedding ----------------------------------------------------------------------------
// Every `step`th value of the last axis, from `begin` to before `end`.
Value last_axis_part(const OpNode& node, const Value& value, int64_t begin, int64_t end,
                     int64_t step = 1) {
  return node.call("strided_slice", {value},
                   {{"begin", IntList{begin}},
                    {"end", IntList{end}},
                    {"strides", IntList{step}},
                    {"axes", IntList{3}}});
}

// What pairs of values are turned by: (batch, length, pairs) with an axis for the heads.
Value turn_of(const OpNode& node, size_t i, int64_t pairs, int64_t length, size_t heads_axis) {
  const Value cache = node.has(3)
                          ? node.call("take", {node.in(i), node.in(3)}, {{"axis", int64_t{0}}})
                          : node.in(i);
  const Shape shape = node.builder().shape(cache);
  if (shape.size() != 3 || shape[1] != length || shape[2] != pairs)
    node.fail(fmt::format("operand {} makes {}: must be (batch, {}, {}){}", i, shape_text(shape),
                          length, pairs,
                          node.has(3) ? "" : "; position_ids would choose rows of two axes"));
  return node.call("expand_dims", {cache}, {{"axis", static_cast<int64_t>(heads_axis)}});
}

struct RotaryParts {
  Value data;  // four axes, the last a head's values
  int64_t length = 0, size = 0, turned = 0;
  size_t heads_axis = 1;
};

RotaryParts rotary_parts(const OpNode& node) {
  const Shape shape = node.shape(0);
  RotaryParts parts{node.in(0), 0, 0, 0, 1};
  if (shape.size() == 3) {
    const int64_t heads = node.get_int("num_heads", 0);
    if (heads < 1 || shape[2] % heads != 0)
      node.fail(
          fmt::format("num_heads={} must divide the last extent of {}", heads, shape_text(shape)));
    parts.data = shaped_as(node, node.in(0), {shape[0], shape[1], heads, shape[2] / heads});
    parts.heads_axis = 2;
  } else if (shape.size() != 4) {
    node.fail(fmt::format("X is {}: must have three or four axes", shape_text(shape)));
  }
  const Shape four = node.builder().shape(parts.data);
  parts.length = four[3 - parts.heads_axis];
  parts.size = four[3];
  const int64_t given = node.get_int("rotary_embedding_dim", 0);
  parts.turned = given == 0 ? parts.size : given;
  if (parts.turned < 2 || parts.turned > parts.size || parts.turned % 2 != 0)
    node.fail(fmt::format("turns {} values of each head's {}: must be an even number of them",
                          parts.turned, parts.size));
  return parts;
}

// Pairs (a, b) of a head's values become (a cos - b sin, a sin + b cos): neighbours with
// interleaved, else values of its halves.
Value rotary_embedding(const OpNode& node) {
  const RotaryParts p = rotary_parts(node);
  const bool neighbours = node.get_int("interleaved", 0) != 0;
  const int64_t pairs = p.turned / 2;
  const Value cos = turn_of(node, 1, pairs, p.length, p.heads_axis);
  const Value sin = turn_of(node, 2, pairs, p.length, p.heads_axis);
  const Value a = neighbours ? last_axis_part(node, p.data, 0, p.turned, 2)
                             : last_axis_part(node, p.data, 0, pairs);
  const Value b = neighbours ? last_axis_part(node, p.data, 1, p.turned, 2)
                             : last_axis_part(node, p.data, pairs, p.turned);
  const auto times = [&](const Value& x, const Value& y) { return node.call("multiply", {x, y}); };
  Value first = node.call("subtract", {times(a, cos), times(b, sin)});
  Value second = node.call("add", {times(a, sin), times(b, cos)});
  Shape turned = node.builder().shape(p.data);
  turned[3] = p.turned;
  if (neighbours)
    for (Value* half : {&first, &second})
      *half = node.call("expand_dims", {*half}, {{"axis", int64_t{4}}});
  const Value all =
      node.call("concatenate", {first, second}, {{"axis", neighbours ? int64_t{4} : 3}});
  Value result = shaped_as(node, all, turned);
  if (p.turned < p.size)
    result = node.call("concatenate", {result, last_axis_part(node, p.data, p.turned, p.size)},
                       {{"axis", int64_t{3}}});
  return shaped_as(node, result, node.shape(0));
}

constexpr OpImporter kAttentionOps[] = {
    {"Attention", attention, "by products of matrices and a softmax"},
    {"RotaryEmbedding", rotary_embedding, "by products and sums"},
};

}  // namespace

std::span<const OpImporter> attention_importers() {
  return kAttentionOps;
}

}  // namespace vta::onnx_import
