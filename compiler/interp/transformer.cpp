// Attention and the normalizations of transformers, by their formulas.
#include <cmath>
#include <limits>

#include "compiler/graph/attention.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

AttentionForm form_of(const Call& call) {
  const auto type = [&](size_t i) { return TensorType{call.in(i).shape(), call.in(i).dtype()}; };
  return attention_form(type(0), type(1), type(2), call.attrs, DType::F32);
}

// Weights of the keys; all 0 where none is seen.
void softmax_in_place(std::span<float> scores) {
  float largest = -std::numeric_limits<float>::infinity();
  for (const float s : scores)
    largest = max_of(largest, s);
  float sum = 0;
  for (float& s : scores)
    sum += s = largest == -std::numeric_limits<float>::infinity() ? 0 : std::exp(s - largest);
  for (float& s : scores)
    s = sum == 0 ? 0 : s / sum;
}

class FloatAttention {
 public:
  explicit FloatAttention(const Call& call)
      : s_(form_of(call)),
        scale_(static_cast<float>(call.attrs.get_double("scale", 1))),
        q_(call.in(0).data<float>()),
        k_(call.in(1).data<float>()),
        v_(call.in(2).data<float>()),
        out_(call.result()) {
    if (call.inputs.size() < 4)
      return;
    mask_ = call.in(3).data<float>();
    mask_at_ = broadcast_places(call.in(3).shape(), {s_.batch, s_.heads, s_.queries, s_.keys});
  }

  std::vector<Tensor> run() {
    for (int64_t b = 0; b < s_.batch; ++b)
      for (int64_t h = 0; h < s_.heads; ++h)
        for (int64_t i = 0; i < s_.queries; ++i)
          mix(b, h, i, weights(b, h, i));
    return {out_};
  }

 private:
  static size_t place(int64_t row, int64_t width, int64_t column) {
    return static_cast<size_t>(row * width + column);
  }

  // Of the keys that the query sees, which are the first ones.
  std::vector<float> weights(int64_t b, int64_t h, int64_t i) const {
    std::vector<float> scores(static_cast<size_t>(s_.visible_keys(i)));
    const float* q = q_.data() + place(b * s_.queries + i, s_.heads * s_.depth, h * s_.depth);
    for (size_t j = 0; j < scores.size(); ++j) {
      const float* k =
          k_.data() + place(b * s_.keys + static_cast<int64_t>(j), s_.kv_heads * s_.depth,
                            h / (s_.heads / s_.kv_heads) * s_.depth);
      float sum = 0;
      for (int64_t c = 0; c < s_.depth; ++c)
        sum += q[c] * k[c];
      scores[j] = sum * scale_;
      if (!mask_.empty())
        scores[j] += mask_[static_cast<size_t>(mask_at_[place((b * s_.heads + h) * s_.queries + i,
                                                              s_.keys, static_cast<int64_t>(j))])];
    }
    softmax_in_place(scores);
    return scores;
  }

  void mix(int64_t b, int64_t h, int64_t i, const std::vector<float>& weights) {
    const int64_t depth = s_.value_depth;
    float* y =
        out_.mutable_data<float>().data() + place(b * s_.queries + i, s_.heads * depth, h * depth);
    for (size_t j = 0; j < weights.size(); ++j) {
      const float* v = v_.data() + place(b * s_.keys + static_cast<int64_t>(j), s_.kv_heads * depth,
                                         h / (s_.heads / s_.kv_heads) * depth);
      for (int64_t c = 0; c < depth; ++c)
        y[c] += weights[j] * v[c];
    }
  }

  AttentionForm s_;
  float scale_;
  std::span<const float> q_, k_, v_, mask_;
  std::vector<int64_t> mask_at_;
  Tensor out_;
};

std::vector<Tensor> float_attention(const Call& call) {
  return FloatAttention(call).run();
}

// ---- Normalizations -----------------------------------------------------------------------------
float mean_of(std::span<const float> row) {
  double sum = 0;
  for (const float v : row)
    sum += static_cast<double>(v);
  return static_cast<float>(sum / static_cast<double>(row.size()));
}

float mean_square(std::span<const float> row, float mean) {
  double sum = 0;
  for (const float v : row)
    sum += static_cast<double>(v - mean) * static_cast<double>(v - mean);
  return static_cast<float>(sum / static_cast<double>(row.size()));
}

// Less the mean where there is one, by the root of the mean square of the rest.
std::vector<Tensor> normalized(const Call& call, bool centred) {
  Tensor out = call.result();
  const auto epsilon = static_cast<float>(call.attrs.get_double("epsilon", 1e-5));
  const auto x = call.in(0).data<float>(), gamma = call.in(1).data<float>();
  auto y = out.mutable_data<float>();
  const size_t width = gamma.size();
  for (size_t first = 0; first < x.size(); first += width) {
    const auto row = x.subspan(first, width);
    const float mean = centred ? mean_of(row) : 0;
    const float deviation = std::sqrt(mean_square(row, mean) + epsilon);
    for (size_t c = 0; c < width; ++c)
      y[first + c] =
          (row[c] - mean) / deviation * gamma[c] + (centred ? call.in(2).data<float>()[c] : 0);
  }
  return {out};
}

std::vector<Tensor> float_layer_norm(const Call& call) {
  return normalized(call, true);
}
std::vector<Tensor> float_rms_norm(const Call& call) {
  return normalized(call, false);
}

constexpr Evaluator kTransformerOps[] = {
    {"nn.attention", float_attention},
    {"nn.layer_norm", float_layer_norm},
    {"nn.rms_norm", float_rms_norm},
};

}  // namespace

std::span<const Evaluator> transformer_evaluators() {
  return kTransformerOps;
}

}  // namespace vta::interp
