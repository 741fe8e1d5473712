// Attention in integers, as docs/integer_transformers.md defines it, with the operations of the
// accelerator's ALU: 32 bits that wrap around.
#include <algorithm>
#include <bit>

#include "compiler/graph/attention.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

int32_t sum_of(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}
int32_t product_of(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
}
int32_t left(int32_t x, int n) {
  return static_cast<int32_t>(static_cast<uint32_t>(x) << n);
}
int32_t rounded(int32_t x, int n) {
  if (n <= 0)
    return left(x, -n);
  const int s = std::min(n, 31);
  return sum_of(x, 1 << (s - 1)) >> s;
}

// In place of the score less the least one.
int32_t power(int32_t t, int fraction) {
  const int32_t eighth = (1 << fraction) >> 3;
  const int32_t offset = sum_of(t, (21 << fraction) + eighth);
  const int32_t shift = rounded(offset, fraction);
  const int32_t vertex =
      22696 + (fraction <= 13 ? eighth << (13 - fraction) : eighth >> (fraction - 13));
  int32_t x = left(offset, 32 - fraction) >> 19;
  x = sum_of(x, -vertex);
  x = product_of(x, x);
  x = sum_of(rounded(x, 16), 8458);
  return rounded(product_of(x, x), shift);
}

int32_t reciprocal(int32_t w) {
  const int32_t negative = -w;
  int32_t y = sum_of(rounded(product_of(negative, 15420), 15), 46260);
  for (int step = 0; step < 2; ++step) {
    const int32_t residual = rounded(left(product_of(negative, y), 2), 15);
    y = sum_of(y, rounded(product_of(residual, y), 17));
  }
  return y;
}

// Rows of one head of one image.
struct Head {
  const int8_t* first = nullptr;
  int64_t pitch = 0;
  const int8_t* row(int64_t i) const { return first + i * pitch; }
};

int32_t dot(const int8_t* a, const int8_t* b, int64_t n) {
  int32_t sum = 0;
  for (int64_t c = 0; c < n; ++c)
    sum += a[c] * b[c];
  return sum;
}

void attend(const AttentionForm& form, const int8_t* query, const Head& keys, const Head& values,
            int64_t seen, std::vector<int32_t>& weights, std::vector<int32_t>& sums, int8_t* out) {
  weights.resize(static_cast<size_t>(seen));
  for (int64_t j = 0; j < seen; ++j)
    weights[static_cast<size_t>(j)] = dot(query, keys.row(j), form.depth);
  const int32_t least = std::ranges::min(weights);
  sums.assign(static_cast<size_t>(form.value_depth), 0);
  int32_t sum = 0;
  for (int64_t j = 0; j < seen; ++j) {
    const int32_t e = power(weights[static_cast<size_t>(j)] - least, form.fraction);
    sum += e;
    for (size_t c = 0; c < sums.size(); ++c)
      sums[c] += e * values.row(j)[c];
  }
  const int p = 31 - std::countl_zero(static_cast<uint32_t>(sum));
  const int32_t y = reciprocal(p < 15 ? sum << (15 - p) : sum >> (p - 15));
  for (size_t c = 0; c < sums.size(); ++c)
    out[c] = static_cast<int8_t>(
        std::clamp(rounded(product_of(rounded(sums[c], p - 7), y), form.shift), -127, 127));
}

Results attention(Operands in, const Attrs& attrs) {
  const auto type = [&](size_t i) { return TensorType{in[i].shape(), in[i].dtype()}; };
  if (in[0].rank() != 2 || in[1].rank() != 2 || in[2].rank() != 2)
    fail("the host computes rows (N, C) that are not packed");
  const AttentionForm form = attention_form(type(0), type(1), type(2), attrs);
  Tensor out = Tensor::zeros(DType::I8, {in[0].shape()[0], form.heads * form.value_depth});
  int8_t* y = out.mutable_data<int8_t>().data();
  const auto head_of = [&](size_t operand, int64_t image, int64_t rows, int64_t head,
                           int64_t depth) {
    const int64_t pitch = in[operand].shape()[1];
    return Head{in[operand].data<int8_t>().data() + image * rows * pitch + head * depth, pitch};
  };
  std::vector<int32_t> weights, sums;
  for (int64_t image = 0; image < form.batch; ++image)
    for (int64_t head = 0; head < form.heads; ++head) {
      const int64_t group = head / (form.heads / form.kv_heads);
      const Head queries = head_of(0, image, form.queries, head, form.depth);
      const Head keys = head_of(1, image, form.keys, group, form.depth);
      const Head values = head_of(2, image, form.keys, group, form.value_depth);
      for (int64_t i = 0; i < form.queries; ++i)
        if (const int64_t seen = form.visible_keys(i); seen > 0)
          attend(form, queries.row(i), keys, values, seen, weights, sums,
                 y + ((image * form.queries + i) * form.heads + head) * form.value_depth);
    }
  return {out};
}

// The host keeps no keys: it computes a step as the first position, which sees its own key alone.
constexpr HostOp kAttentionOps[] = {{"qnn.attention", attention},
                                    {"qnn.attention_step", attention}};

}  // namespace

std::span<const HostOp> attention_ops() {
  return kAttentionOps;
}

}  // namespace vta::host
