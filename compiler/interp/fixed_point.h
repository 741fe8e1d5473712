// Products of 32-bit integers with fractions, as int8 networks of TensorFlow Lite define them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace vta::interp {

// The upper half of 2 a b, rounded: ties towards plus infinity.
constexpr int32_t high_product(int32_t a, int32_t b) {
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  if (a == kLeast && b == kLeast)
    return std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>((int64_t{a} * b + (int64_t{1} << 30)) >> 31);
}

// x / 2^n to nearest, ties away from zero.
constexpr int32_t rounded_shift(int32_t x, int n) {
  if (n == 0)
    return x;
  const int64_t half = int64_t{1} << (n - 1);
  return static_cast<int32_t>((int64_t{x} + half - (x < 0 ? 1 : 0)) >> n);
}

constexpr int32_t low_bits(int64_t x) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(x)));
}

// x 2^n, whose upper bits are lost.
constexpr int32_t shifted_left(int32_t x, int n) {
  return low_bits(static_cast<int64_t>(static_cast<uint64_t>(x) << n));
}

// x q 2^(shift - 31), shift in -31..31, by each kind of rounding.
//
// Twice: to a multiple of 1 (ties upwards), then to one of 2^-shift (ties away from zero). A
// positive shift comes before the product, and may lose bits there.
constexpr int32_t rescaled_double(int32_t x, int32_t q, int shift) {
  const int32_t high = high_product(shifted_left(x, shift > 0 ? shift : 0), q);
  return rounded_shift(high, shift < 0 ? -shift : 0);
}
// Once, ties upwards. A positive shift is taken off the product's 31, so that no bit of x is lost;
// of the result there are the low 32.
constexpr int32_t rescaled_single(int32_t x, int32_t q, int shift) {
  const int off = 31 - shift;
  const int64_t half = off == 0 ? 0 : int64_t{1} << (off - 1);
  return low_bits((int64_t{x} * q + half) >> off);
}
// Once, ties to even, exactly.
constexpr int64_t rescaled_even(int32_t x, int32_t q, int shift) {
  const int off = 31 - shift;
  const int64_t product = int64_t{x} * q, below = product >> off;
  const int64_t twice_rest = (product - (below << off)) * 2, one = int64_t{1} << off;
  return below + (twice_rest > one || (twice_rest == one && below % 2 != 0) ? 1 : 0);
}

// exp(a) for a <= 0 with `bits` bits behind the point, 31 bits behind the point of the result: a
// polynomial on the last quarter of a, and a factor for each of the other bits.
constexpr int32_t power_of_e(int32_t a, int bits) {
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308,
                                  39332535,   720401,     242};  // exp(-1/4), exp(-1/2), ...
  constexpr int32_t kAtEighth = 1895147668;                      // exp(-1/8)
  if (a == 0)
    return std::numeric_limits<int32_t>::max();
  const int32_t quarter = int32_t{1} << (bits - 2);
  const int32_t last = (a & (quarter - 1)) - quarter, rest = last - a;
  const int32_t x = shifted_left(last, 31 - bits) + (int32_t{1} << 28);
  const int32_t x2 = high_product(x, x), x3 = high_product(x2, x), x4 = high_product(x2, x2);
  const int32_t sixth = high_product(rounded_shift(x4, 2) + x3, 715827883);
  int32_t e = kAtEighth + high_product(kAtEighth, x + rounded_shift(sixth + x2, 1));
  for (int bit = bits - 2; bit < 31; ++bit)
    if (((rest >> bit) & 1) != 0)
      e = high_product(e, kFactors[bit - (bits - 2)]);
  return e;
}

constexpr int32_t saturated(int64_t x) {
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min(),
                    kMost = std::numeric_limits<int32_t>::max();
  return static_cast<int32_t>(x < kLeast ? kLeast : x > kMost ? kMost : x);
}

// 1 / (1 + w), w in 0..1, 31 bits behind the point: three steps of Newton's.
constexpr int32_t one_over_one_plus(int32_t w) {
  const auto half = static_cast<int32_t>((int64_t{w} + (int64_t{1} << 31)) >> 1);
  int32_t v = 1515870810 + high_product(half, -1010580540);
  for (int step = 0; step < 3; ++step) {
    const int32_t left = (int32_t{1} << 29) - high_product(half, v);
    v += saturated(int64_t{high_product(v, left)} * 4);
  }
  return saturated(int64_t{v} * 2);
}

}  // namespace vta::interp
