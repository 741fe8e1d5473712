// EXP2 against 2^-x in long double, for every fraction that has a result other than 0, and its
// tables against docs/isa.md.
#include "sim/semantics/exp2.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "base/file.h"

namespace vta {
namespace {

constexpr int32_t kGreatest = std::numeric_limits<int32_t>::max();
constexpr int kFractions = 16;

long double exact(int32_t t, int fraction) {
  return 127.0L * std::exp2(-static_cast<long double>(t) / static_cast<long double>(1 << fraction));
}

// From 8 on the exact number is below 1/2 and falls, so that 0 is within the bound: the range ends
// at 9, and a test of its own looks behind it.
TEST(Exp2, IsWithinItsBoundForEveryOperand) {
  for (int fraction = 0; fraction < kFractions; ++fraction) {
    const long double bound = fraction <= 12 ? 0.52L : 0.53L;
    for (int32_t t = 0; t <= 9 << fraction; ++t)
      ASSERT_LE(std::abs(static_cast<long double>(exp2_lane(t, fraction)) - exact(t, fraction)),
                bound)
          << "x " << t << ", fraction " << fraction;
  }
}

TEST(Exp2, NeverRises) {
  for (int fraction = 0; fraction < kFractions; ++fraction)
    for (int32_t t = 1; t <= 9 << fraction; ++t)
      ASSERT_LE(exp2_lane(t, fraction), exp2_lane(t - 1, fraction)) << t << ", " << fraction;
}

TEST(Exp2, IsGreatestUpToZeroAndZeroFromEightOn) {
  for (int fraction = 0; fraction < kFractions; ++fraction) {
    for (const int32_t x : {0, -1, -128, -kGreatest, -kGreatest - 1})
      EXPECT_EQ(exp2_lane(x, fraction), 127) << x << ", " << fraction;
    for (int bit = fraction + 3; bit < 31; ++bit)
      for (const int32_t x : {1 << bit, (1 << bit) + (1 << fraction), kGreatest >> (30 - bit)})
        EXPECT_EQ(exp2_lane(x, fraction), 0) << x << ", " << fraction;
  }
}

// 63.5 is either way: the tables have 127 as 126.98.
TEST(Exp2, OfWholeNumbersIsTheNearest) {
  const std::vector<int32_t> expected = {127, 63, 32, 16, 8, 4, 2, 1, 0};
  for (int fraction = 0; fraction < kFractions; ++fraction)
    for (int32_t i = 0; i <= 8; ++i)
      EXPECT_EQ(exp2_lane(i << fraction, fraction), expected[static_cast<size_t>(i)])
          << i << ", " << fraction;
}

// Fractions of up to 12 bits are not cut: x with more zeros behind it is the same number.
TEST(Exp2, DependsOnTheNumberAlone) {
  for (int fraction = 0; fraction < 12; ++fraction)
    for (int32_t t = 0; t <= 9 << fraction; ++t)
      for (int further = fraction + 1; further < kFractions; ++further)
        ASSERT_EQ(exp2_lane(t, fraction), exp2_lane(t << (further - fraction), further));
}

// The numbers of the four rows behind a title of the page.
std::vector<int> page_table(const std::string& page, const std::string& title) {
  const size_t at = page.find(title);
  if (at == std::string::npos)
    return {};
  std::istringstream rows(page.substr(page.find('\n', at)));
  std::vector<int> numbers;
  for (int number = 0; rows >> number;)
    numbers.push_back(number);
  return numbers;
}

// The page's tables and formula, by division: which of two integers a half becomes is no matter of
// the bound.
TEST(Exp2, IsTheFormulaOfThePage) {
  const std::string page = read_text_file(std::string(VTA_SOURCE_DIR) + "/docs/isa.md");
  const std::vector<int> a = page_table(page, "    A   g >> 6");
  const std::vector<int> b = page_table(page, "    B   the four highest bits");
  const std::vector<int> c = page_table(page, "    C   the two highest bits");
  using ::testing::ElementsAreArray;
  ASSERT_THAT(a, ElementsAreArray(kExp2Values));
  ASSERT_THAT(b, ElementsAreArray(kExp2Slopes));
  ASSERT_THAT(c, ElementsAreArray(kExp2FineSlopes));
  for (int fraction = 0; fraction < kFractions; ++fraction)
    for (int64_t t = 0; t < int64_t{8} << fraction; ++t) {
      const int64_t one = int64_t{1} << fraction;
      const auto g = static_cast<size_t>(t % one * 4096 / one);
      const int64_t p = a[g / 64] - b[g / 256 * 4 + g / 16 % 4] - c[g / 1024 * 16 + g % 16];
      const int64_t unit = 256 * (int64_t{1} << (t / one));
      ASSERT_EQ(exp2_lane(static_cast<int32_t>(t), fraction), (p + unit / 2) / unit)
          << t << ", " << fraction;
    }
}

}  // namespace
}  // namespace vta
