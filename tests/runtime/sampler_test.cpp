#include "runtime/sampler.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"

namespace vta {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<int64_t> drawn(Sampler sampler, const std::vector<float>& logits, int count) {
  std::vector<int64_t> tokens;
  for (int i = 0; i < count; ++i)
    tokens.push_back(sampler.token(logits));
  return tokens;
}

TEST(Sampler, WithoutATemperatureItIsTheFirstOfTheGreatest) {
  EXPECT_EQ(Sampler().token(std::vector<float>{-1, 2, 0, 2}), 1);
  EXPECT_EQ(Sampler().token(std::vector<float>{-3}), 0);
  EXPECT_EQ(Sampler().token(std::vector<float>{-kInfinity, -kInfinity}), 0);
}

TEST(Sampler, DrawsByTheSoftmaxOfTheTemperature) {
  const std::vector<float> logits = {0, std::log(2.0F), std::log(5.0F)};  // 1 : 2 : 5
  for (const double temperature : {1.0, 2.0}) {
    Sampler sampler(temperature, 3);
    constexpr int kCount = 20000;
    std::array<int, 3> counts{};
    for (int i = 0; i < kCount; ++i)
      ++counts[static_cast<size_t>(sampler.token(logits))];
    const double sum = 1 + std::pow(2, 1 / temperature) + std::pow(5, 1 / temperature);
    EXPECT_NEAR(counts[0] / double{kCount}, 1 / sum, 0.02) << temperature;
    EXPECT_NEAR(counts[2] / double{kCount}, std::pow(5, 1 / temperature) / sum, 0.02);
  }
}

TEST(Sampler, ASeedAlwaysDrawsTheSame) {
  const std::vector<float> even(10, 0.0F);
  EXPECT_EQ(drawn(Sampler(1, 7), even, 12),
            (std::vector<int64_t>{7, 9, 1, 8, 1, 0, 8, 9, 2, 7, 7, 5}));
  EXPECT_NE(drawn(Sampler(1, 8), even, 12), drawn(Sampler(1, 7), even, 12));
}

TEST(Sampler, WhatIsNoNumberIsNeverChosen) {
  EXPECT_EQ(Sampler().token(std::vector<float>{kNaN, 1, kNaN}), 1);
  for (const int64_t token : drawn(Sampler(5, 1), {kNaN, 1, kNaN, 1}, 100))
    EXPECT_TRUE(token == 1 || token == 3);
  EXPECT_EQ(Sampler(1, 1).token(std::vector<float>{0, kInfinity, 0}), 1);
  EXPECT_THROW(Sampler().token(std::vector<float>{kNaN, kNaN}), InputError);
  EXPECT_THROW(Sampler().token({}), InputError);
}

TEST(Sampler, ATemperatureThatCannotBeIsRefused) {
  EXPECT_THROW(Sampler(-0.5), InputError);
  EXPECT_THROW(Sampler{kNaN}, InputError);
  EXPECT_THROW(Sampler{kInfinity}, InputError);
}

}  // namespace
}  // namespace vta
