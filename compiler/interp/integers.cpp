// Values as TensorFlow Lite computes int8 networks: sums of int32 rescaled by fractions, averages,
// softmax and sigmoid, in integers alone.
#include <algorithm>
#include <functional>

#include "compiler/graph/gelu.h"
#include "compiler/graph/layer_norm.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"
#include "compiler/interp/fixed_point.h"

namespace vta::interp {
namespace {

enum class Rounding : uint8_t { Double, Single, Even, Float };

Rounding rounding_of(const Call& call) {
  const std::string name = call.attrs.get_string("rounding", "double");
  if (name == "single")
    return Rounding::Single;
  if (name == "even")
    return Rounding::Even;
  return name == "float" ? Rounding::Float : Rounding::Double;
}

int checked_shift(int32_t shift) {
  if (shift < -31 || shift > 31)
    throw CompileError(fmt::format("qnn.rescale: shift {} must be in -31..31", shift));
  return shift;
}

// No number is a step of 0.
int64_t rescaled_float(int32_t x, float m, int shift) {
  const float y = std::nearbyint(static_cast<float>(x) * std::ldexp(m, shift));
  constexpr float kFar = 0x1p40F;
  return std::isnan(y) ? 0 : static_cast<int64_t>(std::clamp(y, -kFar, kFar));
}

// The element at each place of a result.
template <typename T>
class Repeated {
 public:
  Repeated(const Tensor& t, const Shape& whole)
      : values_(t.data<T>()), places_(broadcast_places(t.shape(), whole)) {}
  T operator[](size_t i) const { return values_[static_cast<size_t>(places_[i])]; }

 private:
  std::span<const T> values_;
  std::vector<int64_t> places_;
};

template <typename T>
std::vector<int64_t> integers(const Tensor& t, const Shape& whole) {
  const Repeated<T> values(t, whole);
  std::vector<int64_t> out(static_cast<size_t>(num_elements(whole)));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = values[i];
  return out;
}

std::vector<int64_t> zero_points(const Tensor& t, const Shape& whole) {
  if (t.dtype() == DType::I8)
    return integers<int8_t>(t, whole);
  return t.dtype() == DType::U8 ? integers<uint8_t>(t, whole) : integers<int32_t>(t, whole);
}

std::vector<int64_t> rescaled_values(const Call& call) {
  const auto x = call.in(0).data<int32_t>();
  const Shape& whole = call.in(0).shape();
  const Repeated<int32_t> shift(call.in(2), whole);
  std::vector<int64_t> y(x.size());
  const Rounding rounding = rounding_of(call);
  if (rounding == Rounding::Float) {
    const Repeated<float> m(call.in(1), whole);
    for (size_t i = 0; i < y.size(); ++i)
      y[i] = rescaled_float(x[i], m[i], checked_shift(shift[i]));
    return y;
  }
  const Repeated<int32_t> q(call.in(1), whole);
  for (size_t i = 0; i < y.size(); ++i) {
    const int s = checked_shift(shift[i]);
    y[i] = rounding == Rounding::Double   ? rescaled_double(x[i], q[i], s)
           : rounding == Rounding::Single ? rescaled_single(x[i], q[i], s)
                                          : rescaled_even(x[i], q[i], s);
  }
  return y;
}

// Within the call's limits, in its result's type.
Tensor limited(const Call& call, const std::vector<int64_t>& y) {
  Tensor out = call.result();
  const auto [least, most] = shapes::integer_bounds(out.dtype());
  const int64_t low = call.attrs.get_int("a_min", least), high = call.attrs.get_int("a_max", most);
  const auto store = [&]<typename T>(std::span<T> to) {
    for (size_t i = 0; i < y.size(); ++i)
      to[i] = static_cast<T>(std::clamp(y[i], low, high));
  };
  if (out.dtype() == DType::I8)
    store(out.mutable_data<int8_t>());
  else if (out.dtype() == DType::U8)
    store(out.mutable_data<uint8_t>());
  else
    store(out.mutable_data<int32_t>());
  return out;
}

std::vector<Tensor> rescale(const Call& call) {
  std::vector<int64_t> y = rescaled_values(call);
  const std::vector<int64_t> zeros = zero_points(call.in(3), call.in(0).shape());
  std::ranges::transform(y, zeros, y.begin(), std::plus());
  return {limited(call, y)};
}

std::vector<Tensor> average(const Call& call) {
  const auto sums = call.in(0).data<int32_t>();
  const Repeated<int32_t> counts(call.in(1), call.in(0).shape());
  std::vector<int64_t> y(sums.size());
  for (size_t i = 0; i < y.size(); ++i) {
    const int64_t sum = sums[i], n = counts[i];
    if (n < 1)
      throw CompileError(fmt::format("qnn.average: count {} must be at least 1", n));
    y[i] = (sum > 0 ? sum + n / 2 : sum - n / 2) / n;
  }
  return {limited(call, y)};
}

// A difference of values times the call's multiplier.
struct Scaled {
  explicit Scaled(const Call& call)
      : multiplier(static_cast<int32_t>(call.attrs.get_int("multiplier", 0))),
        shift(static_cast<int>(call.attrs.get_int("shift", 0))),
        rounding(rounding_of(call)) {}
  int32_t operator()(int32_t x) const {
    return rounding == Rounding::Single ? rescaled_single(x, multiplier, shift)
                                        : rescaled_double(x, multiplier, shift);
  }
  // The largest |x| that has `whole` bits before the point.
  int32_t radius(int whole) const {
    return static_cast<int32_t>((((int64_t{1} << whole) - 1) << (31 - whole)) >> shift);
  }

  int32_t multiplier;
  int shift;
  Rounding rounding;
};

int8_t probability(int32_t p, int bits) {
  return static_cast<int8_t>(std::clamp(rounded_shift(p, bits) - 128, -128, 127));
}

// One row, its values `step` apart.
void softmax_row(const Scaled& scaled, const int8_t* x, int8_t* y, int64_t n, int64_t step) {
  constexpr int kWhole = 5;
  const int32_t least = -scaled.radius(kWhole);
  int32_t most = -128;
  for (int64_t i = 0; i < n; ++i)
    most = std::max<int32_t>(most, x[i * step]);
  uint32_t sum = 0;
  std::vector<int32_t> powers(static_cast<size_t>(n), -1);
  for (int64_t i = 0; i < n; ++i) {
    const int32_t below = x[i * step] - most;
    if (below < least)
      continue;
    int32_t& power = powers[static_cast<size_t>(i)];
    power = power_of_e(scaled(below), 31 - kWhole);
    sum += static_cast<uint32_t>(rounded_shift(power, 12));
  }
  const int zeros = std::countl_zero(sum);
  const auto fraction = static_cast<int32_t>((sum << zeros) - (uint32_t{1} << 31));
  const int32_t reciprocal = one_over_one_plus(fraction);
  for (int64_t i = 0; i < n; ++i) {
    const int32_t power = powers[static_cast<size_t>(i)];
    y[i * step] =
        power < 0 ? int8_t{-128} : probability(high_product(reciprocal, power), 12 - zeros + 23);
  }
}

std::vector<Tensor> integer_softmax(const Call& call) {
  Tensor out = call.result();
  const Scaled scaled(call);
  const AxisSplit s =
      split_at(out.shape(), axis_of(call.attrs.get_int("axis", -1), call.in(0).rank()));
  // Beyond this the sum could be one of more than 31 bits.
  constexpr int64_t kMostClasses = 4095;
  if (s.extent > kMostClasses)
    throw CompileError(
        fmt::format("qnn.softmax: {} values, at most {} are defined", s.extent, kMostClasses));
  const int8_t* x = call.in(0).data<int8_t>().data();
  int8_t* y = out.mutable_data<int8_t>().data();
  for (int64_t o = 0; o < s.outer; ++o)
    for (int64_t i = 0; i < s.inner; ++i) {
      const int64_t first = o * s.extent * s.inner + i;
      softmax_row(scaled, x + first, y + first, s.extent, s.inner);
    }
  return {out};
}

std::vector<Tensor> integer_sigmoid(const Call& call) {
  constexpr int kWhole = 4;
  constexpr int32_t kOne = std::numeric_limits<int32_t>::max();
  Tensor out = call.result();
  const Scaled scaled(call);
  const auto zero = static_cast<int32_t>(call.attrs.get_int("zero_point", 0));
  const int32_t radius = scaled.radius(kWhole);
  const auto x = call.in(0).data<int8_t>();
  const auto y = out.mutable_data<int8_t>();
  for (size_t i = 0; i < y.size(); ++i) {
    const int32_t from = x[i] - zero;
    if (from <= -radius || from >= radius) {
      y[i] = from <= -radius ? int8_t{-128} : int8_t{127};
      continue;
    }
    const int32_t a = scaled(from);
    const int32_t p = one_over_one_plus(power_of_e(a < 0 ? a : -a, 31 - kWhole));
    const int32_t half = int32_t{1} << 30;
    y[i] = probability(a == 0 ? half : a > 0 ? p : kOne - p, 23);
  }
  return {out};
}

std::vector<Tensor> gelu(const Call& call) {
  Tensor out = call.result();
  const GeluOf of = gelu_of(call.attrs);
  std::ranges::transform(call.in(0).data<int32_t>(), out.mutable_data<int32_t>().begin(),
                         [&](int32_t x) { return integer_gelu(of, x); });
  return {out};
}

// Rows of any rank lie as those of a matrix; packed ones have a part in each channel group.
std::vector<Tensor> layer_norm(const Call& call) {
  Tensor out = call.result();
  Shape s = call.in(0).shape();
  if (s.size() != 6)
    s = {1, 1, 1, call.in(0).size() / s.back(), 1, s.back()};
  const int64_t lanes = s[5], channels = s[1] * lanes, rows = s[2] * s[3] * s[4];
  const LayerNormOf of = layer_norm_of(call.attrs, channels);
  const auto x = call.in(0).data<int8_t>();
  const auto y = out.mutable_data<int8_t>();
  std::vector<int8_t> values(static_cast<size_t>(channels)), results(values.size());
  for (int64_t r = 0; r < s[0] * rows; ++r) {
    const auto at = [&](int64_t c) {
      const int64_t group = r / rows * s[1] + c / lanes;
      return static_cast<size_t>((group * rows + r % rows) * lanes + c % lanes);
    };
    for (int64_t c = 0; c < channels; ++c)
      values[static_cast<size_t>(c)] = x[at(c)];
    integer_layer_norm(of, values, results);
    for (int64_t c = 0; c < channels; ++c)
      y[at(c)] = results[static_cast<size_t>(c)];
  }
  return {out};
}

constexpr Evaluator kIntegerOps[] = {
    {"qnn.layer_norm", layer_norm},   {"qnn.gelu", gelu},
    {"qnn.rescale", rescale},         {"qnn.average", average},
    {"qnn.softmax", integer_softmax}, {"qnn.sigmoid", integer_sigmoid},
};

}  // namespace

std::span<const Evaluator> integer_evaluators() {
  return kIntegerOps;
}

}  // namespace vta::interp
