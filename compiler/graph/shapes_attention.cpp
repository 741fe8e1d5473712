// Attention of int8 queries, keys and values: rows are tokens, image after image, channels are
// heads one after the other.
#include <algorithm>

#include "compiler/graph/attention.h"
#include "compiler/graph/shapes.h"

namespace vta {
namespace {

using shapes::fail;

int64_t bounded(const Attrs& attrs, std::string_view name, int64_t absent, int64_t least,
                int64_t most) {
  const int64_t value = attrs.get_int(name, absent);
  if (value < least || value > most)
    fail("{} {} must be in {}..{}", name, value, least, most);
  return value;
}

int64_t part(int64_t whole, int64_t parts, std::string_view what, std::string_view of) {
  if (whole % parts != 0)
    fail("{} {} cannot be divided among {} {}", whole, what, parts, of);
  return whole / parts;
}

PowerForm power_form(const Attrs& attrs) {
  const std::string exp = attrs.get_string("exp", "steps");
  if (exp == "exp2")
    return PowerForm::Exp2;
  if (exp != "steps" && exp != "any")
    fail("exp '{}' must be 'steps', 'exp2' or 'any'", exp);
  return PowerForm::Steps;
}

}  // namespace

int64_t AttentionForm::visible_keys(int64_t row) const {
  return causal ? std::clamp<int64_t>(row + 1 + keys - queries, 0, keys) : keys;
}

int64_t AttentionForm::macs() const {
  return batch * heads * queries * keys * (depth + value_depth);
}

TokenRows token_rows(const TensorType& type, std::string_view what, DType dtype) {
  const Shape& s = type.shape;
  if (type.dtype == dtype && s.size() == 2)
    return {s[0], s[1], s[1]};
  if (dtype == DType::I8 && type.dtype == dtype && s.size() == 6 && s[0] == 1 && s[2] == 1 &&
      s[4] == 1)
    return {s[3], s[1] * s[5], s[5]};
  fail("the {} are {}, expected {} rows of channels", what, type_text(type), dtype_name(dtype));
}

AttentionForm attention_form(const TensorType& q, const TensorType& k, const TensorType& v,
                             const Attrs& attrs, DType dtype) {
  const TokenRows queries = token_rows(q, "queries", dtype), keys = token_rows(k, "keys", dtype),
                  values = token_rows(v, "values", dtype);
  if (values.rows != keys.rows)
    fail("{} rows of keys, {} of values", keys.rows, values.rows);
  AttentionForm form;
  form.batch = bounded(attrs, "batch", 1, 1, shapes::kMaxExtent);
  form.heads = bounded(attrs, "num_heads", 1, 1, shapes::kMaxExtent);
  form.kv_heads = bounded(attrs, "kv_heads", form.heads, 1, form.heads);
  part(form.heads, form.kv_heads, "heads of queries", "of keys");
  form.queries = part(queries.rows, form.batch, "rows of queries", "images");
  form.keys = part(keys.rows, form.batch, "rows of keys", "images");
  form.depth = part(queries.channels, form.heads, "channels of queries", "heads");
  if (part(keys.channels, form.kv_heads, "channels of keys", "heads") != form.depth)
    fail("a head of queries has {} channels, one of keys {}", form.depth,
         keys.channels / form.kv_heads);
  form.value_depth = part(values.channels, form.kv_heads, "channels of values", "heads");
  if (form.keys > kMostKeys || form.depth > kMostDepth)
    fail("{} keys of {} channels: at most {} and {} are defined", form.keys, form.depth, kMostKeys,
         kMostDepth);
  form.causal = attrs.get_bool("causal", false);
  form.power = power_form(attrs);
  form.fraction = static_cast<int>(bounded(attrs, "fraction", 1, 1, 15));
  form.shift = static_cast<int>(bounded(attrs, "shift", 0, 0, 30));
  return form;
}

AttentionForm attention_step_form(const TensorType& q, const TensorType& k, const TensorType& v,
                                  const Attrs& attrs) {
  AttentionForm form = attention_form(q, k, v, attrs);
  if (form.batch != 1 || form.queries != 1 || form.keys != 1)
    fail("{} rows of queries and {} of keys: a step has one of each", form.batch * form.queries,
         form.batch * form.keys);
  form.keys = bounded(attrs, "context", 0, 1, kMostKeys);
  form.causal = true;
  return form;
}

namespace shapes {
namespace {

Types rows_of_result(const TensorType& queries, const AttentionForm& form) {
  const int64_t channels = form.heads * form.value_depth;
  Shape shape = queries.shape;
  if (shape.size() == 2)
    shape[1] = channels;
  else
    shape[1] = part(channels, shape[5], "channels of the result", "lanes");
  return {{shape, DType::I8}};
}

}  // namespace

Types qnn_attention(Operands in, const Attrs& attrs) {
  return rows_of_result(in[0], attention_form(in[0], in[1], in[2], attrs));
}

Types qnn_attention_step(Operands in, const Attrs& attrs) {
  return rows_of_result(in[0], attention_step_form(in[0], in[1], in[2], attrs));
}

Types attention(Operands in, const Attrs& attrs) {
  const AttentionForm form = attention_form(in[0], in[1], in[2], attrs, DType::F32);
  const Shape scores{form.batch, form.heads, form.queries, form.keys};
  if (in.size() > 3 && (in[3].dtype != DType::F32 || broadcast(in[3].shape, scores) != scores))
    fail("the mask {} must be float32 and fit scores ({})", type_text(in[3]),
         fmt::join(scores, ", "));
  return {{{in[0].shape[0], form.heads * form.value_depth}, DType::F32}};
}

}  // namespace shapes
}  // namespace vta
