// Batch normalization, bias, softmax, local response normalization: along one axis, in float.
#include <algorithm>
#include <cmath>

#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

AxisSplit split_of(const Call& call, int64_t default_axis) {
  const Tensor& x = call.in(0);
  return split_at(x.shape(), axis_of(call.attrs.get_int("axis", default_axis), x.rank()));
}

// y = (x - mean) / sqrt(variance + epsilon) * gamma + beta.
std::vector<Tensor> batch_norm(const Call& call) {
  Tensor out = call.result();
  const AxisSplit s = split_of(call, 1);
  const auto epsilon = static_cast<float>(call.attrs.get_double("epsilon", 1e-5));
  const bool scale = call.attrs.get_bool("scale", true),
             center = call.attrs.get_bool("center", true);
  const auto x = call.in(0).data<float>();
  const auto gamma = call.in(1).data<float>(), beta = call.in(2).data<float>();
  const auto mean = call.in(3).data<float>(), variance = call.in(4).data<float>();
  auto y = out.mutable_data<float>();
  size_t at = 0;
  for (int64_t o = 0; o < s.outer; ++o)
    for (size_t c = 0; c < static_cast<size_t>(s.extent); ++c) {
      const float factor = (scale ? gamma[c] : 1.0f) / std::sqrt(variance[c] + epsilon);
      const float offset = center ? beta[c] : 0.0f;
      for (int64_t i = 0; i < s.inner; ++i, ++at)
        y[at] = (x[at] - mean[c]) * factor + offset;
    }
  return {out, call.in(3), call.in(4)};
}

std::vector<Tensor> bias_add(const Call& call) {
  Tensor out = call.result();
  const AxisSplit s = split_of(call, 1);
  with_type(out.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>) {
      call.unsupported(DType::Bool);
    } else {
      const auto x = call.in(0).data<T>();
      const auto bias = call.in(1).data<T>();
      auto y = out.mutable_data<T>();
      size_t at = 0;
      for (int64_t o = 0; o < s.outer; ++o)
        for (size_t c = 0; c < static_cast<size_t>(s.extent); ++c)
          for (int64_t i = 0; i < s.inner; ++i, ++at)
            y[at] = wrap_add(x[at], bias[c]);
    }
  });
  return {out};
}

// Shifted by the largest value, so that no exponential overflows.
template <bool kLog>
std::vector<Tensor> softmax(const Call& call) {
  Tensor out = call.result();
  const AxisSplit s = split_of(call, -1);
  const auto x = call.in(0).data<float>();
  auto y = out.mutable_data<float>();
  for (int64_t o = 0; o < s.outer; ++o)
    for (int64_t i = 0; i < s.inner; ++i) {
      const auto at = [&](int64_t e) {
        return static_cast<size_t>((o * s.extent + e) * s.inner + i);
      };
      float largest = x[at(0)];
      for (int64_t e = 1; e < s.extent; ++e)
        largest = std::max(largest, x[at(e)]);
      float sum = 0;
      for (int64_t e = 0; e < s.extent; ++e)
        sum += std::exp(x[at(e)] - largest);
      for (int64_t e = 0; e < s.extent; ++e)
        y[at(e)] = kLog ? x[at(e)] - largest - std::log(sum) : std::exp(x[at(e)] - largest) / sum;
    }
  return {out};
}

// x / (bias + alpha / size * sum of squares of `size` neighbours along the axis) ^ beta.
std::vector<Tensor> lrn(const Call& call) {
  Tensor out = call.result();
  const AxisSplit s = split_of(call, 1);
  const int64_t size = call.attrs.get_int("size", 5);
  const auto bias = static_cast<float>(call.attrs.get_double("bias", 2));
  const auto alpha = static_cast<float>(call.attrs.get_double("alpha", 1e-5));
  const auto beta = static_cast<float>(call.attrs.get_double("beta", 0.75));
  const auto x = call.in(0).data<float>();
  auto y = out.mutable_data<float>();
  const auto at = [&](int64_t o, int64_t c, int64_t i) {
    return static_cast<size_t>((o * s.extent + c) * s.inner + i);
  };
  for (int64_t o = 0; o < s.outer; ++o)
    for (int64_t c = 0; c < s.extent; ++c)
      for (int64_t i = 0; i < s.inner; ++i) {
        float squares = 0;
        const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
        const int64_t last = std::min(s.extent - 1, c + size / 2);
        for (int64_t d = first; d <= last; ++d)
          squares += x[at(o, d, i)] * x[at(o, d, i)];
        const float base = bias + alpha / static_cast<float>(size) * squares;
        y[at(o, c, i)] = x[at(o, c, i)] / std::pow(base, beta);
      }
  return {out};
}

constexpr Evaluator kNormalizeOps[] = {
    {"nn.batch_norm", batch_norm},     {"nn.bias_add", bias_add}, {"nn.softmax", softmax<false>},
    {"nn.log_softmax", softmax<true>}, {"nn.lrn", lrn},
};

}  // namespace

std::span<const Evaluator> normalize_evaluators() {
  return kNormalizeOps;
}

}  // namespace vta::interp
