#include "sim/semantics/requantize.h"

#include <algorithm>

namespace vta {
namespace {

int exponent(int32_t shift) {
  const int low = static_cast<int>(static_cast<uint32_t>(shift) << 26) >> 26;
  return std::max(low, -31);
}

int32_t low_half(int64_t x) {
  return static_cast<int32_t>(static_cast<uint64_t>(x));
}

// The product is at most 2^62 and half a unit at most 2^61: no sum overflows.
int64_t half_up(int64_t product, int right) {
  return right == 0 ? product : (product + (int64_t{1} << (right - 1))) >> right;
}

int64_t half_even(int64_t product, int right) {
  const int64_t up = half_up(product, right);
  const bool tie = right > 0 && (product & ((int64_t{1} << right) - 1)) == int64_t{1}
                                                                               << (right - 1);
  return tie ? up & ~int64_t{1} : up;
}

int64_t twice_rounded(int64_t product, int right) {
  if (right <= 31)
    return half_up(product, right);
  const int64_t high = half_up(product, 31);
  const int further = right - 31;
  return (high + (int64_t{1} << (further - 1)) - (high < 0 ? 1 : 0)) >> further;
}

}  // namespace

int32_t rescaled(int32_t x, int32_t q, int32_t shift, Rounding rounding) {
  const int64_t product = int64_t{x} * q;
  const int right = 31 - exponent(shift);
  switch (rounding) {
    case Rounding::Double:
      return low_half(twice_rounded(product, right));
    case Rounding::Even:
      return low_half(half_even(product, right));
    case Rounding::Single:
      break;
  }
  return low_half(half_up(product, right));
}

int32_t requantized(int32_t x, int32_t q, int32_t shift, const RqParameters& p) {
  const int64_t sum = int64_t{rescaled(x, q, shift, p.rounding)} + p.zero;
  if (p.wide)
    return low_half(sum);
  return static_cast<int32_t>(std::clamp<int64_t>(sum, p.relu ? p.zero : -128, 127));
}

}  // namespace vta
