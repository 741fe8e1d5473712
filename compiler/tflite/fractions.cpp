#include "compiler/tflite/fractions.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "compiler/tflite/schema_generated.h"

namespace vta::tflite_import {

Fraction fraction_of(double d) {
  if (!std::isfinite(d) || d <= 0 || d >= 0x1p30)
    throw InputError(
        fmt::format("its scales make a factor of {}: must be above 0 and below 2^30", d));
  const Fraction fraction = decomposed(d);
  return fraction.shift < -31 ? Fraction() : fraction;
}

std::pair<int64_t, int64_t> activation_limits(int activation, float scale, int64_t zero) {
  using file = tflite_file::Activation;
  // The steps of a real limit, far outside at most.
  const auto at = [&](float real) {
    return zero + static_cast<int64_t>(std::clamp(std::round(real / scale), -0x1p20F, 0x1p20F));
  };
  const auto within = [](int64_t low, int64_t high) {
    return std::pair{std::clamp<int64_t>(low, -128, 127), std::clamp<int64_t>(high, -128, 127)};
  };
  switch (static_cast<file>(activation)) {
    case file::NONE:
      return {-128, 127};
    case file::RELU:
      return within(at(0), 127);
    case file::RELU_N1_TO_1:
      return within(at(-1), at(1));
    case file::RELU6:
      return within(at(0), at(6));
    default:
      break;
  }
  throw CompileError(fmt::format(
      "fused activation {}: supported are NONE, RELU, RELU_N1_TO_1 and RELU6", activation));
}

}  // namespace vta::tflite_import
