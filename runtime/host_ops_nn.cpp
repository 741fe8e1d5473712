// Normalization, bias and softmax.
#include <algorithm>
#include <cmath>

#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// One value per index of an axis, in the operand's type.
Results bias_add(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 1), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  if (in[1].shape() != Shape{s.extent} || in[1].dtype() != in[0].dtype())
    fail("bias {} does not fit axis {} of {}", tensor_text(in[1]), axis, tensor_text(in[0]));
  Tensor out = Tensor::zeros(in[0].dtype(), in[0].shape());
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* from = in[0].data<T>().data();
    T* to = out.mutable_data<T>().data();
    for (int64_t row = 0; row < s.outer * s.extent; ++row) {
      const T bias = in[1].data<T>()[static_cast<size_t>(row % s.extent)];
      for (int64_t i = row * s.inner; i < (row + 1) * s.inner; ++i)
        to[i] = wrapping_add(from[i], bias);
    }
  });
  return {out};
}

// Inference: (x - mean) / sqrt(variance + epsilon) * gamma + beta, as one factor and one term.
Results batch_norm(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 1), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  require_float(in[0], "the data");
  for (const Tensor& t : in.subspan(1))
    if (t.dtype() != DType::F32 || t.shape() != Shape{s.extent})
      fail("parameter {} must be float32 ({})", tensor_text(t), s.extent);
  const double epsilon = attrs.get_double("epsilon", 1e-5);
  const bool center = attrs.get_bool("center", true), scale = attrs.get_bool("scale", true);
  Tensor out = Tensor::zeros(DType::F32, in[0].shape());
  const float* from = in[0].data<float>().data();
  float* to = out.mutable_data<float>().data();
  for (int64_t row = 0; row < s.outer * s.extent; ++row) {
    const auto c = static_cast<size_t>(row % s.extent);
    const double gamma = scale ? in[1].data<float>()[c] : 1.0;
    const double beta = center ? in[2].data<float>()[c] : 0.0;
    const double slope = gamma / std::sqrt(in[4].data<float>()[c] + epsilon);
    const auto factor = static_cast<float>(slope);
    const auto term = static_cast<float>(beta - in[3].data<float>()[c] * slope);
    for (int64_t i = row * s.inner; i < (row + 1) * s.inner; ++i)
      to[i] = from[i] * factor + term;
  }
  return {out, in[3], in[4]};
}

Results softmax_as(Operands in, const Attrs& attrs, bool logarithm) {
  require_float(in[0], "the operand");
  const int64_t axis = axis_in(attrs.get_int("axis", -1), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  Tensor out = Tensor::zeros(DType::F32, in[0].shape());
  const float* from = in[0].data<float>().data();
  float* to = out.mutable_data<float>().data();
  for (int64_t line = 0; line < s.outer * s.inner; ++line) {
    const int64_t base = line / s.inner * s.extent * s.inner + line % s.inner;
    float largest = from[base];
    for (int64_t i = 1; i < s.extent; ++i)
      largest = std::max(largest, from[base + i * s.inner]);
    double sum = 0;
    for (int64_t i = 0; i < s.extent; ++i)
      sum += std::exp(static_cast<double>(from[base + i * s.inner] - largest));
    for (int64_t i = 0; i < s.extent; ++i) {
      const double x = static_cast<double>(from[base + i * s.inner] - largest);
      to[base + i * s.inner] =
          static_cast<float>(logarithm ? x - std::log(sum) : std::exp(x) / sum);
    }
  }
  return {out};
}

Results softmax(Operands in, const Attrs& attrs) {
  return softmax_as(in, attrs, false);
}

Results log_softmax(Operands in, const Attrs& attrs) {
  return softmax_as(in, attrs, true);
}

// x / (bias + alpha / size * sum of squares of the size nearest along the axis) ** beta
Results lrn(Operands in, const Attrs& attrs) {
  require_float(in[0], "the operand");
  const AxisSplit s = split_at(in[0].shape(), axis_in(attrs.get_int("axis", 1), in[0].rank()));
  const int64_t size = attrs.get_int("size", 5);
  if (size < 1)
    fail("size={} must be at least 1", size);
  const double bias = attrs.get_double("bias", 2), beta = attrs.get_double("beta", 0.75);
  const double alpha = attrs.get_double("alpha", 1e-5) / static_cast<double>(size);
  Tensor out = Tensor::zeros(DType::F32, in[0].shape());
  const float* from = in[0].data<float>().data();
  float* to = out.mutable_data<float>().data();
  for (int64_t o = 0; o < s.outer; ++o)
    for (int64_t c = 0; c < s.extent; ++c) {
      const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
      const int64_t last = std::min(s.extent - 1, c + size / 2);
      for (int64_t i = 0; i < s.inner; ++i) {
        double sum = 0;
        for (int64_t k = first; k <= last; ++k) {
          const double x = from[(o * s.extent + k) * s.inner + i];
          sum += x * x;
        }
        const int64_t at = (o * s.extent + c) * s.inner + i;
        to[at] = static_cast<float>(from[at] / std::pow(bias + alpha * sum, beta));
      }
    }
  return {out};
}

constexpr HostOp kNnOps[] = {
    {"nn.bias_add", bias_add}, {"nn.batch_norm", batch_norm},
    {"nn.softmax", softmax},   {"nn.log_softmax", log_softmax},
    {"nn.lrn", lrn},
};

}  // namespace

std::span<const HostOp> nn_ops() {
  return kNnOps;
}

}  // namespace vta::host
