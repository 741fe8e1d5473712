// Values as ONNX quantizes them, by the formulas of the operators' pages: every value is widened
// to int32 and freed of its zero point first; sums wrap around.
#include <algorithm>
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

std::vector<int64_t> widened_values(const Call& call, const Tensor& t) {
  if (t.dtype() == DType::I8)
    return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
  if (t.dtype() == DType::U8)
    return {t.data<uint8_t>().begin(), t.data<uint8_t>().end()};
  if (t.dtype() == DType::I32)
    return {t.data<int32_t>().begin(), t.data<int32_t>().end()};
  call.unsupported(t.dtype());
}

std::vector<int64_t> without_zero_point(const Call& call, const Tensor& t, const Tensor& zero) {
  std::vector<int64_t> values = widened_values(call, t);
  const std::vector<int64_t> zeros = widened_values(call, zero);
  const std::vector<int64_t> places = broadcast_places(zero.shape(), t.shape());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] -= zeros[static_cast<size_t>(places[i])];
  return values;
}

float half_even(float x) {
  const float below = std::floor(x), rest = x - below;
  if (rest < 0.5f || (rest == 0.5f && std::fmod(below, 2.0f) == 0.0f))
    return below;
  return below + 1.0f;
}

std::vector<Tensor> quantize(const Call& call) {
  Tensor out = call.result();
  const bool is_signed = out.dtype() == DType::I8;
  const float low = is_signed ? -128.0f : 0.0f, high = is_signed ? 127.0f : 255.0f;
  const auto at_scale = broadcast_places(call.in(1).shape(), out.shape());
  const auto at_zero = broadcast_places(call.in(2).shape(), out.shape());
  const std::vector<int64_t> zeros = widened_values(call, call.in(2));
  const auto scales = call.in(1).data<float>();
  for (size_t i = 0; i < at_scale.size(); ++i) {
    const float x = call.in(0).dtype() == DType::F32
                        ? call.in(0).data<float>()[i]
                        : static_cast<float>(call.in(0).data<int32_t>()[i]);
    const float steps = half_even(x / scales[static_cast<size_t>(at_scale[i])]);
    // What is no number is no step from the zero point. Beyond 2^10 only the sign counts.
    const float near = std::isnan(steps) ? 0.0f : std::clamp(steps, -1024.0f, 1024.0f);
    const float y =
        std::clamp(near + static_cast<float>(zeros[static_cast<size_t>(at_zero[i])]), low, high);
    if (is_signed)
      out.mutable_data<int8_t>()[i] = static_cast<int8_t>(y);
    else
      out.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(y);
  }
  return {out};
}

double half_even(double x) {
  const double below = std::floor(x), rest = x - below;
  if (rest < 0.5 || (rest == 0.5 && std::fmod(below, 2.0) == 0.0))
    return below;
  return below + 1.0;
}

// In double a tie is a tie: steps times two scales is rounded to 53 bits, and what is a whole
// number and a half of (count scale) has fewer.
std::vector<Tensor> requantize(const Call& call) {
  Tensor out = call.result();
  const auto places = [&](size_t i) { return broadcast_places(call.in(i).shape(), out.shape()); };
  const auto real = [&](size_t i, int64_t at) {
    return static_cast<double>(call.in(i).data<float>()[static_cast<size_t>(at)]);
  };
  std::vector<double> sums(static_cast<size_t>(out.size()), 0.0);
  for (size_t term = 3; term < call.inputs.size(); term += 3) {
    const auto steps = places(term), first = places(term + 1), second = places(term + 2);
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] += call.in(term).data<int32_t>()[static_cast<size_t>(steps[i])] *
                 (real(term + 1, first[i]) * real(term + 2, second[i]));
  }
  const auto at_zero = places(0), at_scale = places(1), at_count = places(2);
  const std::vector<int64_t> zeros = widened_values(call, call.in(0));
  const bool is_signed = out.dtype() == DType::I8;
  for (size_t i = 0; i < sums.size(); ++i) {
    const double unit =
        call.in(2).data<int32_t>()[static_cast<size_t>(at_count[i])] * real(1, at_scale[i]);
    const double steps = half_even(sums[i] / unit);
    const double near = std::isnan(steps) ? 0.0 : std::clamp(steps, -1024.0, 1024.0);
    const int64_t y = static_cast<int64_t>(near) + zeros[static_cast<size_t>(at_zero[i])];
    if (is_signed)
      out.mutable_data<int8_t>()[i] = static_cast<int8_t>(std::clamp<int64_t>(y, -128, 127));
    else
      out.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(std::clamp<int64_t>(y, 0, 255));
  }
  return {out};
}

std::vector<Tensor> dequantize(const Call& call) {
  Tensor out = call.result();
  const std::vector<int64_t> values = without_zero_point(call, call.in(0), call.in(2));
  const auto places = broadcast_places(call.in(1).shape(), out.shape());
  const auto scales = call.in(1).data<float>();
  auto y = out.mutable_data<float>();
  for (size_t i = 0; i < values.size(); ++i)
    y[i] = static_cast<float>(static_cast<int32_t>(values[i])) *
           scales[static_cast<size_t>(places[i])];
  return {out};
}

// Rows of `a` with rows of `b`, `depth` values each.
void multiply_rows(std::span<const int64_t> a, std::span<const int64_t> b, size_t depth,
                   std::span<int32_t> out) {
  const size_t columns = b.size() / depth;
  for (size_t i = 0; i < out.size(); ++i) {
    int64_t sum = 0;
    for (size_t k = 0; k < depth; ++k)
      sum += a[i / columns * depth + k] * b[i % columns * depth + k];
    out[i] = static_cast<int32_t>(sum);
  }
}

// Columns of each matrix as rows.
std::vector<int64_t> turned(const std::vector<int64_t>& values, const Shape& s) {
  std::vector<int64_t> out;
  out.reserve(values.size());
  for (int64_t n = 0; n < s[0]; ++n)
    for (int64_t x = 0; x < s[2]; ++x)
      for (int64_t y = 0; y < s[1]; ++y)
        out.push_back(values[static_cast<size_t>((n * s[1] + y) * s[2] + x)]);
  return out;
}

std::vector<Tensor> quantized_batch_matmul(const Call& call) {
  Tensor out = call.result();
  const Shape &left = call.in(0).shape(), &right = call.in(1).shape();
  const std::vector<int64_t> a = without_zero_point(call, call.in(0), call.in(2));
  std::vector<int64_t> b = without_zero_point(call, call.in(1), call.in(3));
  if (!call.attrs.get_bool("transpose_b", false))
    b = turned(b, right);
  const auto count = static_cast<size_t>(out.shape()[0]);
  const size_t of_a = a.size() / static_cast<size_t>(left[0]);
  const size_t of_b = b.size() / static_cast<size_t>(right[0]);
  const size_t of_out = static_cast<size_t>(out.size()) / count;
  for (size_t n = 0; n < count; ++n)
    multiply_rows(std::span(a).subspan(left[0] == 1 ? 0 : n * of_a, of_a),
                  std::span(b).subspan(right[0] == 1 ? 0 : n * of_b, of_b),
                  static_cast<size_t>(left[2]),
                  out.mutable_data<int32_t>().subspan(n * of_out, of_out));
  return {out};
}

constexpr Evaluator kQuantizedOps[] = {
    {"qnn.quantize", quantize},
    {"qnn.dequantize", dequantize},
    {"qnn.batch_matmul", quantized_batch_matmul},
    {"qnn.requantize", requantize},
};

}  // namespace

std::span<const Evaluator> quantized_evaluators() {
  return kQuantizedOps;
}

}  // namespace vta::interp
