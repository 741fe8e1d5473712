// IEEE 754's 16-bit floats, as bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace vta {

// 1 sign, 5 exponent, 10 fraction bits. Fractions without a leading one are multiples of 2^-24.
inline float half_to_float(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float size = std::ldexp(static_cast<float>(fraction), -24);
  if (exponent == 31)
    size = fraction == 0 ? std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  else if (exponent > 0)
    size = std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  return bits >> 15 != 0 ? -size : size;
}

}  // namespace vta
