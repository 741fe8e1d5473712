// int8 networks as TensorFlow Lite computes them: int32 sums rescaled by fractions, averages, and
// softmax and sigmoid by tables of their 256 arguments.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "compiler/graph/gelu.h"
#include "compiler/graph/layer_norm.h"
#include "runtime/host_op_broadcast.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();

// a b / 2^31 to nearest.
int32_t high_product(int32_t a, int32_t b) {
  if (a == kLeast && b == kLeast)
    return kMost;
  const int64_t ab = int64_t{a} * b;
  const int64_t nudge = ab >= 0 ? int64_t{1} << 30 : 1 - (int64_t{1} << 30);
  return static_cast<int32_t>((ab + nudge) / (int64_t{1} << 31));
}

// x / 2^n to nearest, ties away from zero; n may exceed 31.
int32_t divided(int32_t x, int n) {
  const int64_t wide = x, mask = (int64_t{1} << n) - 1;
  const int64_t threshold = (mask >> 1) + (wide < 0 ? 1 : 0);
  return static_cast<int32_t>((wide >> n) + ((wide & mask) > threshold ? 1 : 0));
}

int32_t low_bits(uint64_t x) {
  return static_cast<int32_t>(static_cast<uint32_t>(x));
}

int64_t of_double(int32_t x, int32_t q, int shift) {
  const int left = std::max(shift, 0), right = std::max(-shift, 0);
  return divided(high_product(low_bits(uint64_t{static_cast<uint32_t>(x)} << left), q), right);
}

int64_t of_single(int32_t x, int32_t q, int shift) {
  const int64_t product = int64_t{x} * q;
  const int off = 31 - shift;
  if (off == 0)
    return low_bits(static_cast<uint64_t>(product));
  return low_bits(static_cast<uint64_t>((product >> off) + ((product >> (off - 1)) & 1)));
}

int64_t of_even(int32_t x, int32_t q, int shift) {
  const int64_t product = int64_t{x} * q;
  const int off = 31 - shift;
  if (off == 0)
    return product;
  const int64_t below = product >> off, half = int64_t{1} << (off - 1);
  return (product + half - 1 + (below & 1)) >> off;
}

int64_t of_float(int32_t x, float m, int shift) {
  const float y = std::nearbyint(static_cast<float>(x) * std::ldexp(m, shift));
  if (std::isnan(y))
    return 0;
  return static_cast<int64_t>(std::clamp(y, -0x1p40F, 0x1p40F));
}

// ---- operands with one value, or one for each index of an axis
template <typename T>
class PerAxis {
 public:
  PerAxis(const Tensor& t, const Shape& whole) : values_(t.data<T>()), inner_(inner_of(t, whole)) {}
  T operator[](int64_t i) const {
    return values_[static_cast<size_t>(i / inner_) % values_.size()];
  }
  // Neighbours in `whole` that share a value.
  static int64_t inner_of(const Tensor& t, const Shape& whole) {
    if (t.size() == 1)
      return num_elements(whole);
    const auto axis = std::ranges::find_if(t.shape(), [](int64_t n) { return n != 1; });
    int64_t inner = 1;
    for (auto d = whole.end() - (t.shape().end() - axis) + 1; d != whole.end(); ++d)
      inner *= *d;
    return inner;
  }

 private:
  std::span<const T> values_;
  int64_t inner_;
};

int64_t run_of(Operands operands, const Shape& whole) {
  int64_t run = num_elements(whole);
  for (const Tensor& t : operands)
    run = std::min(run, PerAxis<int32_t>::inner_of(t, whole));
  return run;
}

int64_t zero_at(const Tensor& zero, const Shape& whole, int64_t i) {
  if (zero.dtype() == DType::I8)
    return PerAxis<int8_t>(zero, whole)[i];
  if (zero.dtype() == DType::U8)
    return PerAxis<uint8_t>(zero, whole)[i];
  return PerAxis<int32_t>(zero, whole)[i];
}

struct Limits {
  int64_t low, high;
  template <typename T>
  static Limits of(const Attrs& attrs) {
    using Own = std::numeric_limits<T>;
    return {attrs.get_int("a_min", Own::min()), attrs.get_int("a_max", Own::max())};
  }
  template <typename T>
  T limited(int64_t y) const {
    return static_cast<T>(std::clamp(y, low, high));
  }
};

// One operand set for a run of sums.
template <typename T, typename Q>
void rescale_run(std::span<const int32_t> x, std::span<T> y, Q q, int shift, int64_t zero,
                 const Limits& limits, int64_t (*rescaled)(int32_t, Q, int)) {
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = limits.limited<T>(rescaled(x[i], q, shift) + zero);
}

template <typename T, typename Q>
Tensor rescaled(Operands in, const Attrs& attrs, int64_t (*function)(int32_t, Q, int)) {
  const Shape& whole = in[0].shape();
  Tensor out = Tensor::zeros(dtype_of<T>(), whole);
  const auto x = in[0].data<int32_t>();
  const auto y = out.mutable_data<T>();
  const PerAxis<Q> q(in[1], whole);
  const PerAxis<int32_t> shifts(in[2], whole);
  const Limits limits = Limits::of<T>(attrs);
  const int64_t run = run_of(in.subspan(1), whole);
  for (int64_t i = 0; i < out.size(); i += run) {
    const int32_t shift = shifts[i];
    if (shift < -31 || shift > 31)
      fail("shift {} must be in -31..31", shift);
    const auto at = static_cast<size_t>(i), n = static_cast<size_t>(run);
    rescale_run<T, Q>(x.subspan(at, n), y.subspan(at, n), q[i], shift, zero_at(in[3], whole, i),
                      limits, function);
  }
  return out;
}

template <typename T>
Tensor rescaled_to(Operands in, const Attrs& attrs) {
  const std::string rounding = attrs.get_string("rounding", "double");
  if (rounding == "float")
    return rescaled<T, float>(in, attrs, of_float);
  return rescaled<T, int32_t>(in, attrs,
                              rounding == "single" ? of_single
                              : rounding == "even" ? of_even
                                                   : of_double);
}

Results rescale(Operands in, const Attrs& attrs) {
  if (in[3].dtype() == DType::I8)
    return {rescaled_to<int8_t>(in, attrs)};
  if (in[3].dtype() == DType::U8)
    return {rescaled_to<uint8_t>(in, attrs)};
  return {rescaled_to<int32_t>(in, attrs)};
}

Results average(Operands in, const Attrs& attrs) {
  for (const int32_t n : in[1].data<int32_t>())
    if (n < 1)
      fail("count {} must be at least 1", n);
  const Limits limits = Limits::of<int8_t>(attrs);
  return {apply_binary<int32_t, int8_t>(in[0], in[1], [&](int64_t sum, int64_t n) {
    const int64_t magnitude = (std::abs(sum) + n / 2) / n;
    return limits.limited<int8_t>(sum < 0 ? -magnitude : magnitude);
  })};
}

// ---- exponentials
// exp(a), a <= 0 with `bits` bits behind the point.
int32_t exp_of(int32_t a, int bits) {
  constexpr std::array<int32_t, 7> kPowers = {1672461947, 1302514674, 790015084, 290630308,
                                              39332535,   720401,     242};
  if (a == 0)
    return kMost;
  const int32_t quarter = int32_t{1} << (bits - 2);
  const int32_t in_quarter = a & (quarter - 1);
  const int32_t x = (in_quarter - quarter) * (int32_t{1} << (31 - bits)) + (int32_t{1} << 28);
  const int32_t square = high_product(x, x);
  const int32_t cube = high_product(square, x), fourth = high_product(square, square);
  const int32_t series = high_product(divided(fourth, 2) + cube, 715827883) + square;
  int32_t result = 1895147668 + high_product(1895147668, x + divided(series, 1));
  const auto quarters = static_cast<uint32_t>(in_quarter - quarter - a) >> (bits - 2);
  for (size_t bit = 0; bit < kPowers.size() && static_cast<int>(bit) + bits - 2 < 31; ++bit)
    if ((quarters >> bit & 1U) != 0)
      result = high_product(result, kPowers[bit]);
  return result;
}

int32_t saturated_product(int32_t x, int64_t factor) {
  return static_cast<int32_t>(std::clamp<int64_t>(x * factor, kLeast, kMost));
}

// 1 / (1 + w) for w in 0..1, 31 bits behind the point.
int32_t reciprocal_of_one_plus(int32_t w) {
  const auto half = static_cast<int32_t>((static_cast<uint32_t>(w) + 0x80000000U) >> 1);
  int32_t v = 1515870810 - high_product(half, 1010580540);
  for (int step = 0; step < 3; ++step)
    v += saturated_product(high_product(v, 536870912 - high_product(half, v)), 4);
  return saturated_product(v, 2);
}

struct Multiplier {
  explicit Multiplier(const Attrs& attrs)
      : q(static_cast<int32_t>(attrs.get_int("multiplier", 0))),
        shift(static_cast<int>(attrs.get_int("shift", 0))),
        of(attrs.get_string("rounding", "double") == "single" ? of_single : of_double) {}
  int32_t times(int32_t x) const { return static_cast<int32_t>(of(x, q, shift)); }
  // Beyond this a value has more bits before the point than `whole`.
  int32_t radius(int whole) const {
    return static_cast<int32_t>((((int64_t{1} << whole) - 1) << (31 - whole)) >> shift);
  }

  int32_t q;
  int shift;
  int64_t (*of)(int32_t, int32_t, int);
};

int8_t as_step(int32_t p, int bits) {
  return static_cast<int8_t>(std::clamp(divided(p, bits) - 128, -128, 127));
}

// exp of a value that is `below` the greatest; -1 where it counts for nothing.
std::array<int32_t, 256> powers_below(const Multiplier& multiplier) {
  constexpr int kWhole = 5;
  std::array<int32_t, 256> table{};
  table.fill(-1);
  for (int32_t below = 0; below < 256 && below <= multiplier.radius(kWhole); ++below)
    table[static_cast<size_t>(below)] = exp_of(multiplier.times(-below), 31 - kWhole);
  return table;
}

void softmax_row(const std::array<int32_t, 256>& powers, const int8_t* x, int8_t* y, int64_t n,
                 int64_t step) {
  int8_t top = x[0];
  for (int64_t i = 1; i < n; ++i)
    top = std::max(top, x[i * step]);
  const auto power = [&](int64_t i) { return powers[static_cast<size_t>(top - x[i * step])]; };
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += power(i) < 0 ? 0U : static_cast<uint32_t>(divided(power(i), 12));
  const int zeros = std::countl_zero(sum);
  const int32_t scale = reciprocal_of_one_plus(static_cast<int32_t>((sum << zeros) & 0x7fffffffU));
  for (int64_t i = 0; i < n; ++i)
    y[i * step] = power(i) < 0 ? int8_t{-128} : as_step(high_product(scale, power(i)), 35 - zeros);
}

Results integer_softmax(Operands in, const Attrs& attrs) {
  const AxisSplit s = split_at(in[0].shape(), axis_in(attrs.get_int("axis", -1), in[0].rank()));
  constexpr int64_t kMostClasses = 4095;
  if (s.extent > kMostClasses)
    fail("{} values, at most {} are defined", s.extent, kMostClasses);
  const std::array<int32_t, 256> powers = powers_below(Multiplier(attrs));
  Tensor out = Tensor::zeros(DType::I8, in[0].shape());
  const int8_t* x = in[0].data<int8_t>().data();
  int8_t* y = out.mutable_data<int8_t>().data();
  for (int64_t row = 0; row < s.outer * s.inner; ++row) {
    const int64_t first = row / s.inner * s.extent * s.inner + row % s.inner;
    softmax_row(powers, x + first, y + first, s.extent, s.inner);
  }
  return {out};
}

int8_t sigmoid_of(const Multiplier& multiplier, int32_t x) {
  constexpr int kWhole = 4;
  const int32_t radius = multiplier.radius(kWhole);
  if (x <= -radius)
    return -128;
  if (x >= radius)
    return 127;
  const int32_t a = multiplier.times(x);
  if (a == 0)
    return as_step(int32_t{1} << 30, 23);
  const int32_t p = reciprocal_of_one_plus(exp_of(-std::abs(a), 31 - kWhole));
  return as_step(a > 0 ? p : kMost - p, 23);
}

Results integer_sigmoid(Operands in, const Attrs& attrs) {
  const Multiplier multiplier(attrs);
  const auto zero = static_cast<int32_t>(attrs.get_int("zero_point", 0));
  std::array<int8_t, 256> table{};
  for (int32_t x = -128; x < 128; ++x)
    table[static_cast<size_t>(x + 128)] = sigmoid_of(multiplier, x - zero);
  Tensor out = Tensor::zeros(DType::I8, in[0].shape());
  std::ranges::transform(in[0].data<int8_t>(), out.mutable_data<int8_t>().begin(),
                         [&](int8_t x) { return table[static_cast<size_t>(x + 128)]; });
  return {out};
}

Results gelu(Operands in, const Attrs& attrs) {
  const GeluOf of = gelu_of(attrs);
  Tensor out = Tensor::zeros(DType::I32, in[0].shape());
  std::ranges::transform(in[0].data<int32_t>(), out.mutable_data<int32_t>().begin(),
                         [&](int32_t x) { return integer_gelu(of, x); });
  return {out};
}

Results layer_norm(Operands in, const Attrs& attrs) {
  const int64_t channels = in[0].shape().back();
  const LayerNormOf of = layer_norm_of(attrs, channels);
  Tensor out = Tensor::zeros(DType::I8, in[0].shape());
  const auto x = in[0].data<int8_t>();
  const auto y = out.mutable_data<int8_t>();
  const auto row = static_cast<size_t>(channels);
  for (size_t at = 0; at < x.size(); at += row)
    integer_layer_norm(of, x.subspan(at, row), y.subspan(at, row));
  return {out};
}

constexpr HostOp kIntegerOps[] = {
    {"qnn.layer_norm", layer_norm},   {"qnn.gelu", gelu},
    {"qnn.rescale", rescale},         {"qnn.average", average},
    {"qnn.softmax", integer_softmax}, {"qnn.sigmoid", integer_sigmoid},
};

}  // namespace

std::span<const HostOp> integer_ops() {
  return kIntegerOps;
}

}  // namespace vta::host
