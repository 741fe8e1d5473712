#include "base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace vta {
namespace {

double number_of(std::string text) {
  std::erase(text, ',');
  return std::stod(text);
}

TEST(NumberText, ThousandsAreGrouped) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(999), "999");
  EXPECT_EQ(thousands(-1000), "-1,000");
  EXPECT_EQ(thousands(1234567), "1,234,567");
  EXPECT_EQ(thousands(std::numeric_limits<int64_t>::min()), "-9,223,372,036,854,775,808");
  EXPECT_EQ(signed_text(1000), "+1,000");
  EXPECT_EQ(signed_text(-5), "-5");
  EXPECT_EQ(signed_text(0), "0");
}

TEST(NumberText, ZerosInFrontOfThePointStay) {
  EXPECT_EQ(significant_text(9130), "9,130");
  EXPECT_EQ(significant_text(9130.2), "9,130");
  EXPECT_EQ(significant_text(100), "100");
  EXPECT_EQ(significant_text(99.999), "100");
  EXPECT_EQ(significant_text(1200.04), "1,200");
  EXPECT_EQ(significant_text(-2000.3), "-2,000");
  EXPECT_EQ(significant_text(1000000), "1,000,000");
}

TEST(NumberText, FractionsHaveSignificantDigits) {
  EXPECT_EQ(significant_text(0), "0");
  EXPECT_EQ(significant_text(-0.0), "0");
  EXPECT_EQ(significant_text(0.5), "0.5");
  EXPECT_EQ(significant_text(0.88182), "0.8818");
  EXPECT_EQ(significant_text(161.5), "161.5");
  EXPECT_EQ(significant_text(1234.56), "1,235");
  EXPECT_EQ(significant_text(14169712.5), "14,169,712");
  EXPECT_EQ(significant_text(0.00001234), "0.00001234");
  EXPECT_EQ(significant_text(1.5e-7), "1.5e-07");
  EXPECT_EQ(significant_text(2.5e20), "2.5e+20");
  EXPECT_EQ(significant_text(3.14159, 3), "3.14");
  EXPECT_EQ(significant_text(std::numeric_limits<double>::infinity()), "inf");
}

TEST(NumberText, BytesHaveTheirUnit) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(999999), "999,999 bytes");
  EXPECT_EQ(bytes_text(1250000), "1.2 MB");
}

// What is read is what was written, to the digits that were asked for.
TEST(NumberText, ReadsBackToItsDigits) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> exponent(-8, 18);
  for (int i = 0; i < 20'000; ++i) {
    const int digits = 1 + static_cast<int>(random() % 8);
    const double value = std::pow(10.0, exponent(random)) * (random() % 2 == 0 ? 1 : -1);
    const std::string text = significant_text(value, digits);
    const double allowed = 0.5000001 * std::pow(10.0, 1 - digits) * std::abs(value);
    ASSERT_NEAR(number_of(text), value, allowed) << text << ", " << digits << " digits";
  }
}

}  // namespace
}  // namespace vta
