#include "compiler/passes/quantize_layer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "compiler/passes/calibrate.h"

namespace vta {
namespace {

// Leaves room for the products and the rounding constant in 32 bits.
constexpr double kMaxBias = 536870912.0;  // 2^29
constexpr int kClippingCandidates = 2;    // exponents below the covering one that are tried

// Values that are multiples of a power of two. What it does to a float is exact in double: scaling,
// and adding a half to what has 24 bits, so rounding is std::round (half away from zero) in
// instructions that a compiler makes vectors of.
class Grid {
 public:
  explicit Grid(int exponent) : step_(std::ldexp(1.0, exponent)), per_step_(1 / step_) {}

  int32_t to_int8(float value) const {
    const double scaled = static_cast<double>(value) * per_step_;
    double rounded = scaled + std::copysign(0.5, scaled);  // to be cut off
    rounded = rounded > 127.0 ? 127.0 : rounded;
    rounded = rounded < -127.0 ? -127.0 : rounded;
    return static_cast<int32_t>(rounded);
  }
  double error(float value) const { return static_cast<double>(value) - to_int8(value) * step_; }

 private:
  double step_, per_step_;
};

// By value and through spans of this loop alone: bytes that are written might be anything else.
void quantize_values(std::span<const float> values, Grid grid, std::span<int8_t> out) {
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i)
    out[i] = static_cast<int8_t>(grid.to_int8(values[i]));
}

// Patterns of positive floats are ordered as they are, with infinity and what is no number at the
// end.
uint32_t largest_pattern(std::span<const float> values) {
  uint32_t largest = 0;
  for (const float v : values)
    largest = std::max(largest, std::bit_cast<uint32_t>(v) & 0x7fff'ffffu);
  return largest;
}

double max_abs(std::span<const float> values) {
  return static_cast<double>(std::bit_cast<float>(largest_pattern(values)));
}

double squared_error(std::span<const float> values, int exponent) {
  const Grid grid(exponent);
  double sum = 0;
  for (float v : values)
    sum += grid.error(v) * grid.error(v);
  return sum;
}

// Raises an exponent until the shift is legal and the bias fits.
int legal_exponent(int exponent, double bias, const LayerRequest& r, int output_exponent) {
  exponent = std::max(exponent, output_exponent - r.input_exponent - kMaxShift);
  while (std::abs(std::ldexp(bias, -(r.input_exponent + exponent))) > kMaxBias)
    ++exponent;
  return exponent;
}

class LayerQuantizer {
 public:
  explicit LayerQuantizer(const LayerRequest& request)
      : r_(request),
        channels_(static_cast<size_t>(request.weight.shape().front())),
        row_(static_cast<size_t>(request.weight.size()) / channels_) {}

  QuantizedLayer run() {
    check_finite(r_.weight.data<float>());
    check_finite(r_.bias);
    choose_exponents();
    result_.weight = Tensor::zeros(DType::I8, r_.weight.shape());
    auto out = result_.weight.mutable_data<int8_t>();
    for (size_t c = 0; c < channels_; ++c) {
      const int e = result_.weight_exponents[c];
      quantize_values(row(c), Grid(e), out.subspan(c * row_, row_));
      const double bias =
          std::ldexp(static_cast<double>(r_.bias[c]) + correction(c), -(r_.input_exponent + e));
      result_.bias.push_back(static_cast<int32_t>(std::lround(bias)));
      result_.shifts.push_back(result_.output_exponent - r_.input_exponent - e);
    }
    return std::move(result_);
  }

 private:
  void check_finite(std::span<const float> values) const {
    constexpr uint32_t kInfinity = 0x7f80'0000u;
    if (largest_pattern(values) < kInfinity)
      return;
    const auto bad = std::ranges::find_if_not(values, [](float v) { return std::isfinite(v); });
    throw CompileError(fmt::format(
        "{} has a weight or bias {}: only finite values can be quantized", r_.name, *bad));
  }

  std::span<const float> row(size_t c) const {
    return r_.weight.data<float>().subspan(c * row_, row_);
  }

  void choose_exponents() {
    auto& exponents = result_.weight_exponents;
    const bool given = !r_.weight_exponents.empty();
    VTA_CHECK(!given || r_.weight_exponents.size() == channels_, "{} exponents of {} channels",
              r_.weight_exponents.size(), channels_);
    if (given)
      exponents = r_.weight_exponents;
    else if (r_.per_channel)
      for (size_t c = 0; c < channels_; ++c)
        exponents.push_back(least_error_weight_exponent(row(c)));
    else
      exponents.assign(channels_, r_.least_error
                                      ? least_error_weight_exponent(r_.weight.data<float>())
                                      : covering_exponent(max_abs(r_.weight.data<float>())));
    for (size_t c = 0; c < channels_; ++c)
      exponents[c] =
          legal_exponent(exponents[c], r_.bias[c] + given_correction(c), r_, r_.output_exponent);
    const int largest = *std::max_element(exponents.begin(), exponents.end());
    if (!r_.per_channel && !given)
      std::fill(exponents.begin(), exponents.end(), largest);
    // A shift below zero would be a left shift: the output's scale becomes coarser instead.
    result_.output_exponent = std::max(r_.output_exponent, r_.input_exponent + largest);
    for (int& e : exponents)
      e = std::max(e, result_.output_exponent - r_.input_exponent - kMaxShift);
  }

  double given_correction(size_t c) const {
    return r_.bias_correction.empty() ? 0 : r_.bias_correction[c];
  }

  // Rounding weights moves the mean of the output by sum((w - w8) * E[x]); the bias takes it back.
  double correction(size_t c) const {
    if (r_.input_mean.empty())
      return given_correction(c);
    const auto groups = static_cast<size_t>(r_.groups);
    const size_t inputs = r_.input_mean.size() / groups, taps = row_ / inputs;
    const size_t first = c / (channels_ / groups) * inputs;
    const Grid grid(result_.weight_exponents[c]);
    const auto weights = row(c);
    double sum = 0;
    for (size_t i = 0; i < row_; ++i)
      sum += grid.error(weights[i]) * r_.input_mean[first + i / taps];
    return sum;
  }

  const LayerRequest& r_;
  size_t channels_, row_;
  QuantizedLayer result_;
};

}  // namespace

std::optional<FixedFactor> mean_factor(int64_t count, int scale) {
  const std::optional<FixedFactors> all = mean_factors(count, scale, {});
  return all ? std::optional(FixedFactor{all->factors.front(), all->shift}) : std::nullopt;
}

std::optional<FixedFactors> mean_factors(int64_t count, int scale,
                                         std::span<const float> divisors) {
  constexpr double kMostFactor = 32767, kMostProduct = 2147483647.0;
  std::vector<double> means;
  for (const float d : divisors)
    means.push_back(1.0 / (static_cast<double>(count) * static_cast<double>(d)));
  if (divisors.empty())
    means.push_back(1.0 / static_cast<double>(count));
  const double largest = *std::ranges::max_element(means);
  for (int32_t shift = kMaxShift; shift >= 0; --shift) {
    const double most = std::round(std::ldexp(largest, scale + shift));
    const double rounding = shift == 0 ? 0 : std::ldexp(1.0, shift - 1);
    if (most > kMostFactor || 128.0 * static_cast<double>(count) * most + rounding > kMostProduct)
      continue;
    FixedFactors result{{}, shift};
    for (const double mean : means) {
      const double exact = std::ldexp(mean, scale + shift), factor = std::round(exact);
      if (std::abs(factor - exact) * 256 > exact)
        return std::nullopt;
      result.factors.push_back(static_cast<int32_t>(factor));
    }
    return result;
  }
  return std::nullopt;
}

int least_error_weight_exponent(std::span<const float> values) {
  const int covering = covering_exponent(max_abs(values));
  int best = covering;
  double least = squared_error(values, covering);
  for (int e = covering - 1; e >= covering - kClippingCandidates; --e)
    if (const double error = squared_error(values, e); error < least) {
      least = error;
      best = e;
    }
  return best;
}

QuantizedLayer quantize_layer(const LayerRequest& request) {
  return LayerQuantizer(request).run();
}

}  // namespace vta
