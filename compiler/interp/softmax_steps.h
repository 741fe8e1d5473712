// A softmax in integers: the powers of two and the reciprocal of their sum
// (docs/integer_transformers.md).
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/interp/fixed_point.h"

namespace vta::interp {

// x / 2^n to nearest, ties upwards; n below 1 shifts to the left.
constexpr int64_t rounded_half_up(int64_t x, int64_t n) {
  return n <= 0 ? x * (int64_t{1} << -n) : (x + (int64_t{1} << (n - 1))) >> n;
}

// 127 * 2^-(t / 2^fraction), t >= 0, as the square of a parabola in the part f of the exponent that
// is in [-5/8, 3/8).
constexpr int64_t power_of_two(int64_t t, int fraction) {
  constexpr int64_t kVertex = 22696, kHeight = 8458;  // of the parabola, 13 bits behind the point
  const int64_t eighth = (int64_t{1} << fraction) >> 3;
  const int64_t whole = rounded_half_up(t + eighth, fraction);
  const int64_t rest = t - (whole << fraction);
  const int64_t below = fraction <= 13
                            ? rest << (13 - fraction)
                            : ((rest + eighth) >> (fraction - 13)) - (eighth >> (fraction - 13));
  const int64_t x = below - kVertex;
  const int64_t root = rounded_half_up(x * x, 16) + kHeight;
  return rounded_half_up(root * root, std::min<int64_t>(whole + 21, 31));
}

// 2^30 / w, w in [2^15, 2^16), by a line and two steps of Newton's.
constexpr int64_t reciprocal(int64_t w) {
  int64_t y = 46260 + rounded_half_up(-15420 * w, 15);
  for (int step = 0; step < 2; ++step) {
    // 2^30 - w y, whose higher bits a shift by two loses.
    const int64_t residual = rounded_half_up(low_bits(-w * y * 4), 15);
    y += rounded_half_up(residual * y, 17);
  }
  return y;
}

}  // namespace vta::interp
