// Attention in integers: docs/integer_transformers.md has every step of its arithmetic. All sums
// fit 32 bits, as the page shows; only the residual of a Newton step is meant to lose bits.
#include "compiler/graph/attention.h"

#include <algorithm>
#include <bit>

#include "compiler/interp/eval.h"
#include "compiler/interp/softmax_steps.h"
#include "sim/semantics/exp2.h"

namespace vta::interp {
namespace {

// An operand's values by row and channel.
class Rows {
 public:
  explicit Rows(const Tensor& t)
      : layout_(token_rows({t.shape(), t.dtype()}, "rows")), values_(t.data<int8_t>()) {}
  int64_t at(int64_t row, int64_t channel) const { return values_[layout_.at(row, channel)]; }

 private:
  TokenRows layout_;
  std::span<const int8_t> values_;
};

// One head of one row of queries, and the keys that it sees.
struct QueryHead {
  int64_t row = 0, head = 0;  // of queries, of all images
  int64_t first_key = 0, group = 0, seen = 0;
};

class Attention {
 public:
  Attention(const Call& call, const AttentionForm& form)
      : form_(form),
        q_(call.in(0)),
        k_(call.in(1)),
        v_(call.in(2)),
        weights_(static_cast<size_t>(form.keys)),
        result_(static_cast<size_t>(form.value_depth)) {}

  // Of a query that sees keys.
  std::span<const int8_t> run(const QueryHead& q) {
    scores(q);
    const int64_t least = *std::min_element(weights_.begin(), weights_.begin() + q.seen);
    int64_t sum = 0;
    for (int64_t j = 0; j < q.seen; ++j)
      sum += weight(j) = power(weight(j) - least);
    const auto p = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(sum))) - 1;
    const int64_t y = reciprocal(p < 15 ? sum << (15 - p) : sum >> (p - 15));
    for (int64_t c = 0; c < form_.value_depth; ++c) {
      const int64_t scaled = rounded_half_up(weighted(q, c), p - 7) * y;
      result_[static_cast<size_t>(c)] =
          static_cast<int8_t>(std::clamp<int64_t>(rounded_half_up(scaled, form_.shift), -127, 127));
    }
    return result_;
  }

 private:
  int64_t power(int64_t t) const {
    return form_.power == PowerForm::Exp2 ? exp2_lane(static_cast<int32_t>(t), form_.fraction)
                                          : power_of_two(t, form_.fraction);
  }

  int64_t& weight(int64_t j) { return weights_[static_cast<size_t>(j)]; }

  void scores(const QueryHead& q) {
    for (int64_t j = 0; j < q.seen; ++j) {
      weight(j) = 0;
      for (int64_t c = 0; c < form_.depth; ++c)
        weight(j) += q_.at(q.row, q.head * form_.depth + c) *
                     k_.at(q.first_key + j, q.group * form_.depth + c);
    }
  }

  int64_t weighted(const QueryHead& q, int64_t c) {
    int64_t sum = 0;
    for (int64_t j = 0; j < q.seen; ++j)
      sum += weight(j) * v_.at(q.first_key + j, q.group * form_.value_depth + c);
    return sum;
  }

  const AttentionForm& form_;
  Rows q_, k_, v_;
  std::vector<int64_t> weights_;  // scores, then weights, of the keys of a query
  std::vector<int8_t> result_;
};

std::vector<Tensor> attention(const Call& call) {
  const auto type = [&](size_t i) { return TensorType{call.in(i).shape(), call.in(i).dtype()}; };
  const AttentionForm form = attention_form(type(0), type(1), type(2), call.attrs);
  Tensor out = call.result();  // zeros stay where every key is masked
  const TokenRows layout = token_rows(call.types[0], "result");
  const auto to = out.mutable_data<int8_t>();
  Attention attention(call, form);
  for (int64_t row = 0; row < form.batch * form.queries; ++row)
    for (int64_t head = 0; head < form.heads; ++head) {
      const QueryHead query{row, head, row / form.queries * form.keys,
                            head / (form.heads / form.kv_heads),
                            form.visible_keys(row % form.queries)};
      if (query.seen == 0)
        continue;
      int64_t channel = head * form.value_depth;
      for (const int8_t value : attention.run(query))
        to[layout.at(row, channel++)] = value;
    }
  return {out};
}

// The host keeps no keys: it computes a step as the first position, which sees its own key alone.
constexpr Evaluator kAttentionOps[] = {{"qnn.attention", attention},
                                       {"qnn.attention_step", attention}};

}  // namespace

std::span<const Evaluator> attention_evaluators() {
  return kAttentionOps;
}

}  // namespace vta::interp
