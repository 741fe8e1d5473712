#include "compiler/quant/initial_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace vta {
namespace {

Tensor rows(const std::vector<std::vector<float>>& values) {
  std::vector<float> flat;
  for (const auto& row : values)
    flat.insert(flat.end(), row.begin(), row.end());
  return Tensor::from_span<float>(
      {static_cast<int64_t>(values.size()), static_cast<int64_t>(values.front().size())}, flat);
}

TEST(ChannelExponents, AreOfTheLeastErrorOfEachChannel) {
  // 127 * 2^-7 covers 0.99; 127 * 2^-9 covers 0.24.
  EXPECT_EQ(channel_exponents(rows({{0.99F, 0.5F}, {0.24F, -0.1F}})), (std::vector{-7, -9}));
}

TEST(ChannelExponents, ChannelsOfZerosAreNoFinerThanTheCoarsest) {
  EXPECT_EQ(channel_exponents(rows({{0.99F, 0.5F}, {0, 0}})), (std::vector{-7, -7}));
  EXPECT_EQ(channel_exponents(rows({{0, 0}, {0, 0}})), (std::vector{0, 0}));
}

TEST(ChannelExponents, SpreadIsLimited) {
  EXPECT_EQ(channel_exponents(rows({{0.99F, 0.5F}, {0.99e-6F, 0.5e-6F}})),
            (std::vector{-7, -7 - kMostChannelSpread}));
}

MagnitudeHistogram normal_with_outlier(float outlier) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<float> values(20000);
  for (float& v : values)
    v = normal(random);
  values.back() = outlier;
  MagnitudeHistogram histogram;
  histogram.observe(values);
  return histogram;
}

TEST(ActivationExponent, OnlyMaxCoversAnOutlierThatIsFarOff) {
  const MagnitudeHistogram magnitudes = normal_with_outlier(20);
  EXPECT_EQ(activation_exponent(magnitudes, ActivationRule::Max), -2);
  for (const ActivationRule rule : {ActivationRule::LeastSquares, ActivationRule::Divergence}) {
    SCOPED_TRACE(rule_name(rule));
    EXPECT_LT(activation_exponent(magnitudes, rule), -2);
    EXPECT_GE(activation_exponent(magnitudes, rule), -6);  // 127 * 2^-6 is two deviations
  }
}

TEST(ActivationExponent, EveryRuleCoversMostOfANormalDistribution) {
  const MagnitudeHistogram magnitudes = normal_with_outlier(0);
  for (const ActivationRule rule : {ActivationRule::Max, ActivationRule::Percentile,
                                    ActivationRule::LeastSquares, ActivationRule::Divergence}) {
    SCOPED_TRACE(rule_name(rule));
    EXPECT_GE(std::ldexp(127.0, activation_exponent(magnitudes, rule)), 1.9);
    EXPECT_LE(std::ldexp(127.0, activation_exponent(magnitudes, rule)), 8);
  }
}

}  // namespace
}  // namespace vta
