#include "compiler/passes/model_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "compiler/passes/calibrate.h"
#include "compiler/passes/quantize_layer.h"

namespace vta {
namespace {

constexpr int kNone = std::numeric_limits<int>::min();

// Everything at 2^exponent is a whole number, and the least is at `lowest` or above.
bool are_steps(std::span<const float> values, int exponent, double lowest) {
  return std::ranges::all_of(values, [&](float v) {
    const double steps = std::ldexp(static_cast<double>(v), -exponent);
    return steps == std::rint(steps) && steps >= lowest && steps <= 127;
  });
}

}  // namespace

ModelWeights model_weights(const Tensor& weight) {
  ModelWeights result;
  const auto channels = static_cast<size_t>(weight.shape().front());
  const size_t row = static_cast<size_t>(weight.size()) / channels;
  for (size_t c = 0; c < channels; ++c) {
    const auto values = weight.data<float>().subspan(c * row, row);
    double largest = 0;
    for (const float v : values)
      largest = std::max(largest, std::abs(static_cast<double>(v)));
    if (largest == 0) {
      result.exponents.push_back(kNone);
      continue;
    }
    const int covering = covering_exponent(largest);
    if (are_steps(values, covering, -127)) {
      result.exponents.push_back(covering);
      continue;
    }
    const int best = least_error_weight_exponent(values);
    result.exponents.push_back(best);
    result.exact = false;
    if (are_steps(values, best, -128))
      result.clipped += std::ranges::count(values, std::ldexp(-128.0F, best));
  }
  const int coarsest = *std::ranges::max_element(result.exponents);
  for (int& e : result.exponents)
    e = e != kNone ? e : coarsest == kNone ? 0 : coarsest;
  return result;
}

}  // namespace vta
