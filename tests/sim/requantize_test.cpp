// RQ against two plain references: the published code of the two integer roundings (high multiply
// and rounding shift of fixed-point arithmetic), and exact fractions for all three.
#include "sim/semantics/requantize.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "config/alu_ops.h"

namespace vta {
namespace {

constexpr int32_t kLow = std::numeric_limits<int32_t>::min();
constexpr int32_t kHigh = std::numeric_limits<int32_t>::max();

// By truncating division, as the fixed-point library has it.
int32_t doubling_high_multiply(int32_t a, int32_t b) {
  if (a == b && a == kLow)
    return kHigh;
  const int64_t product = int64_t{a} * b;
  const int64_t nudge = product >= 0 ? 1 << 30 : 1 - (1 << 30);
  return static_cast<int32_t>((product + nudge) / (int64_t{1} << 31));
}

int32_t rounding_divide(int32_t x, int exponent) {
  const auto mask = static_cast<int32_t>((int64_t{1} << exponent) - 1);
  const int32_t remainder = x & mask;
  const int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> exponent) + (remainder > threshold ? 1 : 0);
}

// product / 2^right by its quotient and remainder.
int64_t to_nearest(int64_t product, int right, bool ties_to_even) {
  if (right == 0)
    return product;
  const int64_t unit = int64_t{1} << right;
  int64_t quotient = product / unit, rest = product % unit;
  if (rest < 0) {
    rest += unit;
    --quotient;
  }
  const int64_t other = unit - rest;
  const bool up = rest > other || (rest == other && (!ties_to_even || quotient % 2 != 0));
  return quotient + (up ? 1 : 0);
}

std::vector<int32_t> operands(std::mt19937_64& random) {
  std::vector<int32_t> values = {0,
                                 1,
                                 -1,
                                 2,
                                 -2,
                                 3,
                                 kLow,
                                 kLow + 1,
                                 kHigh,
                                 kHigh - 1,
                                 1 << 30,
                                 -(1 << 30),
                                 (1 << 30) + 1,
                                 1 << 23,
                                 -(1 << 23)};
  for (int bits = 2; bits <= 32; ++bits)
    for (int k = 0; k < 3; ++k)
      values.push_back(static_cast<int32_t>(static_cast<int64_t>(random()) >> (64 - bits)));
  return values;
}

TEST(Requantize, SingleAndEvenAreNearestInteger) {
  std::mt19937_64 random(1);
  for (const int32_t x : operands(random))
    for (const int32_t q : operands(random))
      for (int e = -31; e <= 31; ++e) {
        const int64_t product = int64_t{x} * q;
        ASSERT_EQ(rescaled(x, q, e, Rounding::Single),
                  static_cast<int32_t>(to_nearest(product, 31 - e, false)))
            << x << " " << q << " " << e;
        ASSERT_EQ(rescaled(x, q, e, Rounding::Even),
                  static_cast<int32_t>(to_nearest(product, 31 - e, true)))
            << x << " " << q << " " << e;
      }
}

TEST(Requantize, DoubleIsTheHighMultiplyAndTheRoundingShift) {
  std::mt19937_64 random(2);
  for (const int32_t x : operands(random))
    for (const int32_t q : operands(random))
      for (int e = -31; e < 0; ++e)
        ASSERT_EQ(rescaled(x, q, e, Rounding::Double),
                  rounding_divide(doubling_high_multiply(x, q), -e))
            << x << " " << q << " " << e;
}

// Where the left shift of x does not overflow.
TEST(Requantize, DoubleWithAPositiveShiftIsTheHighMultiplyOfTheShifted) {
  std::mt19937_64 random(3);
  for (int e = 0; e <= 30; ++e)
    for (const int32_t value : operands(random))
      for (const int32_t q : operands(random)) {
        const int32_t x = value >> e;
        if (q == kLow)
          continue;
        ASSERT_EQ(rescaled(x, q, e, Rounding::Double),
                  doubling_high_multiply(static_cast<int32_t>(int64_t{x} << e), q))
            << x << " " << q << " " << e;
      }
}

TEST(Requantize, SixBitsOfTheShiftCountAndTheLeastIsOneMore) {
  for (const Rounding rounding : {Rounding::Single, Rounding::Double, Rounding::Even}) {
    for (int e = -31; e <= 31; ++e)
      EXPECT_EQ(rescaled(kHigh - 5, 1518500250, e + 64 * 1000, rounding),
                rescaled(kHigh - 5, 1518500250, e, rounding));
    EXPECT_EQ(rescaled(kLow, kLow, -32, rounding), rescaled(kLow, kLow, -31, rounding));
    EXPECT_EQ(rescaled(kLow, kLow, -32, rounding), 1);  // a half, up
  }
}

TEST(Requantize, SaturatesBehindTheZeroPoint) {
  constexpr int32_t kOne = 1 << 30;  // with shift 1
  const auto of = [](int32_t x, const RqParameters& p) { return requantized(x, kOne, 1, p); };
  EXPECT_EQ(of(100, {.zero = 5}), 105);
  EXPECT_EQ(of(1000, {.zero = 5}), 127);
  EXPECT_EQ(of(-1000, {.zero = 5}), -128);
  EXPECT_EQ(of(-3, {.zero = 5, .relu = true}), 5);
  EXPECT_EQ(of(1000, {.zero = -128, .relu = true}), 127);
  EXPECT_EQ(of(1000, {.zero = 5, .wide = true}), 1005);
  EXPECT_EQ(of(-1000, {.zero = 5, .relu = true, .wide = true}), -995);
  EXPECT_EQ(of(kHigh, {.zero = 1, .wide = true}), kLow);
  EXPECT_EQ(of(kHigh, {.zero = 1}), 127);  // in 33 bits
  EXPECT_EQ(of(kLow, {.zero = -1}), -128);
  EXPECT_EQ(requantized(12345, 0, 7, {.zero = -9}), -9);
}

TEST(Requantize, ParametersAreBitsOfTheImmediate) {
  for (const int32_t zero : {-128, -1, 0, 127})
    for (const Rounding rounding : {Rounding::Single, Rounding::Double, Rounding::Even})
      for (const bool relu : {false, true})
        for (const bool wide : {false, true}) {
          const RqParameters p{zero, rounding, relu, wide};
          EXPECT_EQ(rq_parameters(rq_imm(p)), p);
          EXPECT_EQ(alu_form_problem(*alu_operation(8), 0, rq_imm(p)), "");
        }
  EXPECT_EQ(rq_imm({.zero = -1, .rounding = Rounding::Even, .relu = true, .wide = true}), 0xeff);
}

}  // namespace
}  // namespace vta
