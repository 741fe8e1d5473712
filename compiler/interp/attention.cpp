// Attention in integers: docs/integer_transformers.md has every step of its arithmetic. All sums
// fit 32 bits, as the page shows; only the residual of a Newton step is meant to lose bits.
#include "compiler/graph/attention.h"

#include <algorithm>
#include <bit>

#include "compiler/interp/eval.h"
#include "compiler/interp/softmax_steps.h"

namespace vta::interp {
namespace {

class Attention {
 public:
  Attention(const Call& call, const AttentionForm& form)
      : form_(form),
        q_(call.in(0).data<int8_t>()),
        k_(call.in(1).data<int8_t>()),
        v_(call.in(2).data<int8_t>()),
        weights_(static_cast<size_t>(form.keys)) {}

  // One head of one row of queries; `out` is zeros, which stay where every key is masked.
  void run(int64_t image, int64_t head, int64_t row, std::span<int8_t> out) {
    const int64_t group = head / (form_.heads / form_.kv_heads);
    const int64_t seen = form_.visible_keys(row);
    if (seen == 0)
      return;
    const int64_t query = (image * form_.queries + row) * form_.heads + head;
    const int64_t key = image * form_.keys * form_.kv_heads + group;
    scores(query, key, seen);
    const int64_t least = *std::min_element(weights_.begin(), weights_.begin() + seen);
    int64_t sum = 0;
    for (int64_t j = 0; j < seen; ++j)
      sum += weight(j) = power_of_two(weight(j) - least, form_.fraction);
    const auto p = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(sum))) - 1;
    const int64_t y = reciprocal(p < 15 ? sum << (15 - p) : sum >> (p - 15));
    for (int64_t c = 0; c < form_.value_depth; ++c) {
      const int64_t scaled = rounded_half_up(weighted(key, c, seen), p - 7) * y;
      out[static_cast<size_t>(c)] =
          static_cast<int8_t>(std::clamp<int64_t>(rounded_half_up(scaled, form_.shift), -127, 127));
    }
  }

 private:
  int64_t& weight(int64_t j) { return weights_[static_cast<size_t>(j)]; }

  void scores(int64_t query, int64_t key, int64_t seen) {
    for (int64_t j = 0; j < seen; ++j) {
      weight(j) = 0;
      for (int64_t c = 0; c < form_.depth; ++c)
        weight(j) += int64_t{q_[static_cast<size_t>(query * form_.depth + c)]} *
                     k_[static_cast<size_t>((key + j * form_.kv_heads) * form_.depth + c)];
    }
  }

  int64_t weighted(int64_t key, int64_t c, int64_t seen) {
    int64_t sum = 0;
    for (int64_t j = 0; j < seen; ++j)
      sum +=
          weight(j) * v_[static_cast<size_t>((key + j * form_.kv_heads) * form_.value_depth + c)];
    return sum;
  }

  const AttentionForm& form_;
  std::span<const int8_t> q_, k_, v_;
  std::vector<int64_t> weights_;  // scores, then weights, of the keys of a query
};

std::vector<Tensor> attention(const Call& call) {
  const auto type = [&](size_t i) { return TensorType{call.in(i).shape(), call.in(i).dtype()}; };
  const AttentionForm form = attention_form(type(0), type(1), type(2), call.attrs);
  Tensor out = call.result();
  Attention attention(call, form);
  const auto depth = static_cast<size_t>(form.value_depth);
  size_t at = 0;
  for (int64_t image = 0; image < form.batch; ++image)
    for (int64_t row = 0; row < form.queries; ++row)
      for (int64_t head = 0; head < form.heads; ++head, at += depth)
        attention.run(image, head, row, out.mutable_data<int8_t>().subspan(at, depth));
  return {out};
}

constexpr Evaluator kAttentionOps[] = {{"qnn.attention", attention}};

}  // namespace

std::span<const Evaluator> attention_evaluators() {
  return kAttentionOps;
}

}  // namespace vta::interp
