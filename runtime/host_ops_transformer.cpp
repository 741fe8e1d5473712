// Attention and the normalizations of transformers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/graph/attention.h"
#include "runtime/host_op_broadcast.h"
#include "runtime/host_op_float.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

AttentionForm form_of(Operands in, const Attrs& attrs) {
  const auto type = [&](size_t i) { return TensorType{in[i].shape(), in[i].dtype()}; };
  return attention_form(type(0), type(1), type(2), attrs, DType::F32);
}

// Rows and columns of one head within a matrix of rows.
struct HeadPart {
  int64_t first_row, rows, first_column, columns;
};

std::vector<float> copied(const Tensor& matrix, const HeadPart& part) {
  const int64_t width = matrix.shape()[1];
  std::vector<float> values;
  values.reserve(static_cast<size_t>(part.rows * part.columns));
  for (int64_t r = 0; r < part.rows; ++r) {
    const float* from =
        matrix.data<float>().data() + (part.first_row + r) * width + part.first_column;
    values.insert(values.end(), from, from + part.columns);
  }
  return values;
}

void placed(Tensor& matrix, const HeadPart& part, const std::vector<float>& values) {
  const int64_t width = matrix.shape()[1];
  float* to = matrix.mutable_data<float>().data();
  for (int64_t r = 0; r < part.rows; ++r)
    std::copy_n(values.data() + r * part.columns, part.columns,
                to + (part.first_row + r) * width + part.first_column);
}

// Weights of the first `seen` keys; 0 for others, and everywhere if all seen are hidden.
void softmax_row(float* row, int64_t keys, int64_t seen) {
  float largest = -std::numeric_limits<float>::infinity();
  for (int64_t j = 0; j < seen; ++j)
    largest = larger(largest, row[j]);
  const bool hidden = largest == -std::numeric_limits<float>::infinity();
  double sum = 0;
  for (int64_t j = 0; j < seen && !hidden; ++j)
    sum += std::exp(static_cast<double>(row[j] - largest));
  for (int64_t j = 0; j < keys; ++j)
    row[j] = hidden || j >= seen
                 ? 0
                 : static_cast<float>(std::exp(static_cast<double>(row[j] - largest)) / sum);
}

Tensor whole_mask(const Tensor& mask, const Shape& scores) {
  return apply_binary<float>(mask, Tensor::zeros(DType::F32, scores),
                             [](float m, float) { return m; });
}

Results float_attention(Operands in, const Attrs& attrs) {
  const AttentionForm s = form_of(in, attrs);
  const auto scale = static_cast<float>(attrs.get_double("scale", 1));
  Tensor mask;
  if (in.size() > 3)
    mask = whole_mask(in[3], {s.batch, s.heads, s.queries, s.keys});
  Tensor out = Tensor::zeros(DType::F32, {s.batch * s.queries, s.heads * s.value_depth});
  std::vector<float> scores(static_cast<size_t>(s.queries * s.keys));
  std::vector<float> mixed(static_cast<size_t>(s.queries * s.value_depth));
  for (int64_t head = 0; head < s.batch * s.heads; ++head) {
    const int64_t b = head / s.heads, h = head % s.heads, g = h / (s.heads / s.kv_heads);
    const auto q = copied(in[0], {b * s.queries, s.queries, h * s.depth, s.depth});
    const auto k = copied(in[1], {b * s.keys, s.keys, g * s.depth, s.depth});
    const auto v = copied(in[2], {b * s.keys, s.keys, g * s.value_depth, s.value_depth});
    float_kernels().matmul({1, 1, s.queries, s.depth, s.keys, true}, q.data(), k.data(),
                           scores.data());
    const float* added =
        mask.valid() ? mask.data<float>().data() + head * s.queries * s.keys : nullptr;
    for (size_t i = 0; i < scores.size(); ++i)
      scores[i] = scores[i] * scale + (added == nullptr ? 0 : added[i]);
    for (int64_t i = 0; i < s.queries; ++i)
      softmax_row(scores.data() + i * s.keys, s.keys, s.visible_keys(i));
    float_kernels().matmul({1, 1, s.queries, s.keys, s.value_depth, false}, scores.data(), v.data(),
                           mixed.data());
    placed(out, {b * s.queries, s.queries, h * s.value_depth, s.value_depth}, mixed);
  }
  return {out};
}

// ---- Normalizations: (x - mean) * factor, in double precision
// ------------------------------------
Results normalized(Operands in, const Attrs& attrs, bool centred) {
  const double epsilon = attrs.get_double("epsilon", 1e-5);
  const int64_t width = in[0].shape().back();
  Tensor out = Tensor::zeros(DType::F32, in[0].shape());
  const float* x = in[0].data<float>().data();
  const float* gamma = in[1].data<float>().data();
  const float* beta = centred ? in[2].data<float>().data() : nullptr;
  float* y = out.mutable_data<float>().data();
  for (int64_t row = 0; row < in[0].size() / width; ++row, x += width, y += width) {
    double mean = 0, square = 0;
    for (int64_t c = 0; c < width && centred; ++c)
      mean += static_cast<double>(x[c]) / static_cast<double>(width);
    for (int64_t c = 0; c < width; ++c)
      square += (x[c] - mean) * (x[c] - mean);
    const double factor = 1 / std::sqrt(square / static_cast<double>(width) + epsilon);
    for (int64_t c = 0; c < width; ++c)
      y[c] = static_cast<float>((x[c] - mean) * factor * gamma[c] + (centred ? beta[c] : 0));
  }
  return {out};
}

Results float_layer_norm(Operands in, const Attrs& attrs) {
  return normalized(in, attrs, true);
}
Results float_rms_norm(Operands in, const Attrs& attrs) {
  return normalized(in, attrs, false);
}

constexpr HostOp kTransformerOps[] = {
    {"nn.attention", float_attention},
    {"nn.layer_norm", float_layer_norm},
    {"nn.rms_norm", float_rms_norm},
};

}  // namespace

std::span<const HostOp> transformer_ops() {
  return kTransformerOps;
}

}  // namespace vta::host
