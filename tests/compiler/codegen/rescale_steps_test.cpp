// Rescaling in ALU steps against fractions in 64 bits, for every number of digits and each
// rounding.
#include "compiler/kernels/rescale_steps.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "sim/semantics/execute.h"

namespace vta {
namespace {

int64_t half_up(int64_t value, int64_t places) {
  return (value + (int64_t{1} << (places - 1))) >> places;
}

int64_t half_away(int64_t value, int64_t places) {
  return value < 0 ? -half_up(-value, places) : half_up(value, places);
}

// By their definitions; `shift` is not positive.
int64_t rescaled(int64_t x, int64_t q, int64_t shift, Rounding rounding) {
  const int64_t product = x * q;
  if (rounding == Rounding::Double) {
    const int64_t high = half_up(product, 31);
    return shift == 0 ? high : half_away(high, -shift);
  }
  const int64_t places = 31 - shift, up = half_up(product, places);
  const bool tie = (product & ((int64_t{1} << places) - 1)) == int64_t{1} << (places - 1);
  return rounding == Rounding::Even && tie ? up & ~int64_t{1} : up;
}

// What the steps leave of a channel's x.
int32_t run(const std::vector<AluStep>& steps, int32_t x, size_t channel, int32_t garbage) {
  int32_t acc = x, other = garbage;
  for (const AluStep& s : steps) {
    int32_t& changed = s.on == AluStep::kOther ? other : acc;
    const int32_t operand = s.operand == AluStep::Operand::Channel
                                ? s.channel.data<int32_t>()[channel]
                            : s.operand == AluStep::Operand::Imm ? static_cast<int32_t>(s.imm)
                            : s.on == AluStep::kOther            ? acc
                                                                 : other;
    changed = alu_lane(s.op, changed, operand);
  }
  return acc;
}

struct RescaleCase {
  Rounding rounding;
  bool extended;
};

class RescaleStepsTest : public ::testing::TestWithParam<RescaleCase> {
 protected:
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  std::mt19937_64 random_{7};
};

TEST_P(RescaleStepsTest, AreExactUpToTheBoundOfTheirValues) {
  constexpr int64_t kNormal = int64_t{1} << 30;
  const auto is_normal = [](int32_t q) { return q == 0 || q >= kNormal; };
  std::map<size_t, int64_t> lengths;
  int64_t refused = 0;
  for (int round = 0; round < 600; ++round) {
    const int64_t magnitude =
        between(0, (int64_t{1} << between(1, 23)) - (int64_t{1} << 15) - 1 > 0
                       ? (int64_t{1} << between(16, 23)) - (int64_t{1} << 15) - 1
                       : 100);
    std::vector<int32_t> multipliers, shifts;
    const bool one = between(0, 4) == 0;
    for (int c = 0; c < 4; ++c) {
      multipliers.push_back(
          one && c > 0 ? multipliers[0]
          : between(0, 9) == 0
              ? static_cast<int32_t>(std::array{
                    int64_t{0}, kNormal, 2 * kNormal - 1}[static_cast<size_t>(between(0, 2))])
              : static_cast<int32_t>(between(0, 30) == 0 ? between(1, kNormal)
                                                         : between(kNormal, 2 * kNormal - 1)));
      shifts.push_back(one && c > 0 ? shifts[0]
                                    : static_cast<int32_t>(between(0, 3) == 0 ? between(-31, 0)
                                                                              : between(-12, -4)));
    }
    const int64_t zero = between(-128, 127);
    const auto steps = rescale_steps(
        {multipliers, shifts, GetParam().rounding, zero, magnitude, GetParam().extended});
    if (!steps) {
      refused += std::ranges::all_of(multipliers, is_normal) ? 1 : 0;
      continue;
    }
    ++lengths[steps->size()];
    for (int i = 0; i < 60; ++i)
      for (size_t c = 0; c < multipliers.size(); ++c) {
        const int64_t x = i == 0   ? magnitude
                          : i == 1 ? -magnitude
                          : i < 8  ? std::clamp<int64_t>(i - 5, -magnitude, magnitude)
                                   : between(-magnitude, magnitude);
        ASSERT_EQ(run(*steps, static_cast<int32_t>(x), c, static_cast<int32_t>(random_())),
                  rescaled(x, multipliers[c], shifts[c], GetParam().rounding) + zero)
            << fmt::format("x {} q {} shift {} of {} in {} steps", x, multipliers[c], shifts[c],
                           magnitude, steps->size());
      }
  }
  if (GetParam().rounding != Rounding::Even) {  // ties may be there
    EXPECT_EQ(refused, 0);
  }
  EXPECT_GE(lengths.size(), 3U);
}

// Every x there is, with multipliers whose products have ties.
TEST_P(RescaleStepsTest, AreExactForEveryValueOfASmallRange) {
  for (const int64_t q :
       {int64_t{1} << 30, int64_t{3} << 29, (int64_t{1} << 30) + 1, int64_t{2147483647}})
    for (int32_t shift = -9; shift <= 0; ++shift) {
      const std::vector<int32_t> multipliers = {static_cast<int32_t>(q)}, shifts = {shift};
      constexpr int32_t kMost = 5000;
      const auto steps =
          rescale_steps({multipliers, shifts, GetParam().rounding, 3, kMost, GetParam().extended});
      if (!steps) {
        EXPECT_EQ(GetParam().rounding, Rounding::Even);
        continue;
      }
      for (int32_t x = -kMost; x <= kMost; ++x)
        ASSERT_EQ(run(*steps, x, 0, -77), rescaled(x, q, shift, GetParam().rounding) + 3)
            << x << " " << q << " " << shift;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Roundings, RescaleStepsTest,
    ::testing::Values(RescaleCase{Rounding::Single, false}, RescaleCase{Rounding::Single, true},
                      RescaleCase{Rounding::Double, false}, RescaleCase{Rounding::Double, true},
                      RescaleCase{Rounding::Even, false}, RescaleCase{Rounding::Even, true}));

TEST(RescaleStepsOf, AsManyDigitsAsTheBoundNeeds) {
  const std::vector<int32_t> q = {1234567891}, shift = {-8};
  const auto count = [&](int64_t magnitude, Rounding rounding, bool extended) {
    return std::ssize(*rescale_steps({q, shift, rounding, 0, magnitude, extended}));
  };
  EXPECT_EQ(count(8'350'000, Rounding::Single, true), 12);
  EXPECT_EQ(count(8'350'000, Rounding::Single, false), 14);
  EXPECT_EQ(count(8'350'000, Rounding::Double, false), 17);
  EXPECT_EQ(count(1'000'000, Rounding::Double, false), 14);
  EXPECT_EQ(count(30'000, Rounding::Double, false), 11);
}

// Of a multiplier with fewer bits than the last digit needs, the product has lost its sign.
TEST(RescaleStepsOf, MultipliersThatAreNotNormalAreRefusedOrExact) {
  for (const int32_t q : {1, 77, 255, 1 << 15, (1 << 24) - 1, 1 << 24, (1 << 30) - 1})
    for (const int32_t shift : {-3, -2, -1, 0}) {
      const std::vector<int32_t> multipliers = {q}, shifts = {shift};
      const auto steps =
          rescale_steps({multipliers, shifts, Rounding::Double, 0, 8'000'000, false});
      for (int64_t x = -8'000'000; steps && x <= 8'000'000; x += 997)
        ASSERT_EQ(run(*steps, static_cast<int32_t>(x), 0, 5),
                  rescaled(x, q, shift, Rounding::Double))
            << x << " " << q << " " << shift;
    }
}

TEST(RescaleStepsOf, NothingThatLeaves32Bits) {
  const std::vector<int32_t> q = {1234567891}, shift = {-8}, up = {1}, negative = {-1234567891};
  EXPECT_FALSE(rescale_steps({q, shift, Rounding::Single, 0, int64_t{1} << 31, false}));
  EXPECT_FALSE(rescale_steps({q, up, Rounding::Single, 0, 1000, false}));
  EXPECT_FALSE(rescale_steps({negative, shift, Rounding::Single, 0, 1000, false}));
  const std::vector<int32_t> half = {1 << 30};
  EXPECT_FALSE(rescale_steps({half, shift, Rounding::Even, 0, 1000, false}));
  EXPECT_TRUE(rescale_steps({q, shift, Rounding::Even, 0, 1000, false}));
}

}  // namespace
}  // namespace vta
