// Integer weights and histograms, hand-checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compiler/passes/calibrate.h"
#include "compiler/passes/quantize_layer.h"

namespace vta {
namespace {

using testing::ElementsAre;

LayerRequest request(Shape shape, const std::vector<float>& weight, std::vector<float> bias) {
  return {.name = "layer",
          .weight = Tensor::from_span<float>(std::move(shape), weight),
          .bias = std::move(bias),
          .input_exponent = -4,
          .output_exponent = -4,
          .input_mean = {}};
}

std::vector<int> int8_values(const Tensor& t) {
  return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
}

TEST(CoveringExponent, IsTheLeastThatCovers) {
  EXPECT_EQ(covering_exponent(127.0), 0);
  EXPECT_EQ(covering_exponent(127.5), 1);
  EXPECT_EQ(covering_exponent(0.99), -7);
  EXPECT_EQ(covering_exponent(1.0), -6);
  EXPECT_EQ(covering_exponent(0.0), -20);
}

TEST(QuantizeLayer, PerTensorExponentCoversTheLargestWeight) {
  const QuantizedLayer q = quantize_layer(request({2, 2}, {0.5F, -0.25F, 0.125F, 0.0F}, {0, 1}));
  EXPECT_THAT(int8_values(q.weight), ElementsAre(64, -32, 16, 0));
  EXPECT_THAT(q.weight_exponents, ElementsAre(-7, -7));
  EXPECT_THAT(q.shifts, ElementsAre(7, 7));
  EXPECT_THAT(q.bias, ElementsAre(0, 2048));
  EXPECT_EQ(q.output_exponent, -4);
}

TEST(QuantizeLayer, PerChannelExponentsFollowTheRows) {
  LayerRequest r = request({2, 2}, {0.5F, -0.25F, 0.0625F, 0.03125F}, {0, 0});
  r.per_channel = true;
  const QuantizedLayer q = quantize_layer(r);
  EXPECT_THAT(q.weight_exponents, ElementsAre(-7, -10));
  EXPECT_THAT(int8_values(q.weight), ElementsAre(64, -32, 64, 32));
  EXPECT_THAT(q.shifts, ElementsAre(7, 10));
}

TEST(QuantizeLayer, ClippingOneOutlierMayBeTheLeastError) {
  // 1.01 just exceeds 127 * 2^-7; the other weights gain from the finer exponent.
  std::vector<float> w(64, 0.0079F);
  w[0] = 1.01F;
  LayerRequest r = request({1, 64}, w, {0});
  r.per_channel = true;
  const QuantizedLayer q = quantize_layer(r);
  EXPECT_THAT(q.weight_exponents, ElementsAre(-7));
  EXPECT_EQ(q.weight.data<int8_t>()[0], 127);
}

// The same with one exponent for all rows, where that is asked for.
TEST(QuantizeLayer, OneExponentMayBeOfLeastErrorToo) {
  std::vector<float> w(128, 0.0079F);
  w[0] = 1.01F;
  LayerRequest r = request({2, 64}, w, {0, 0});
  EXPECT_THAT(quantize_layer(r).weight_exponents, ElementsAre(-6, -6));
  r.least_error = true;
  EXPECT_THAT(quantize_layer(r).weight_exponents, ElementsAre(-7, -7));
}

TEST(QuantizeLayer, LargeWeightsMakeTheOutputCoarser) {
  const QuantizedLayer q = quantize_layer(request({1, 1}, {1000.0F}, {0}));
  EXPECT_THAT(q.weight_exponents, ElementsAre(3));
  EXPECT_THAT(q.shifts, ElementsAre(0));
  EXPECT_EQ(q.output_exponent, -1);
}

TEST(QuantizeLayer, ShiftsStayLegalForVanishingWeights) {
  LayerRequest r = request({2, 1}, {1e-12F, 0.5F}, {0, 0});
  r.output_exponent = 10;
  for (bool per_channel : {false, true}) {
    r.per_channel = per_channel;
    for (int32_t k : quantize_layer(r).shifts) {
      EXPECT_GE(k, 0);
      EXPECT_LE(k, kMaxShift);
    }
  }
}

TEST(QuantizeLayer, BiasFitsByACoarserExponent) {
  const QuantizedLayer q = quantize_layer(request({1, 1}, {0.001F}, {1e6F}));
  EXPECT_LE(std::abs(q.bias[0]), 1 << 29);
  EXPECT_NEAR(std::ldexp(q.bias[0], -4 + q.weight_exponents[0]), 1e6, 1.0);
}

TEST(QuantizeLayer, BiasCorrectionKeepsTheMean) {
  // 0.3 rounds to 77 / 256 at exponent -8; inputs of mean 2 shift the output by the difference.
  LayerRequest r = request({1, 1, 1, 1}, {0.3F}, {0});
  r.input_mean = {2.0};
  const QuantizedLayer q = quantize_layer(r);
  EXPECT_THAT(int8_values(q.weight), ElementsAre(77));
  EXPECT_EQ(q.bias[0], std::lround((0.3 - 77.0 / 256) * 2 * 4096));
}

TEST(QuantizeLayer, BiasCorrectionIsOfTheGroupsOwnInputs) {
  LayerRequest r = request({2, 2, 1, 1}, {0.3F, 0.25F, 0.3F, 0.25F}, {0, 0});
  r.groups = 2;
  r.input_mean = {2.0, 0.0, -1.0, 0.0};
  const QuantizedLayer q = quantize_layer(r);
  const double error = 0.3 - 77.0 / 256;
  EXPECT_THAT(q.bias, ElementsAre(std::lround(error * 2 * 4096), std::lround(-error * 4096)));
}

TEST(QuantizeLayer, EveryRandomLayerIsWithinHalfAStep) {
  std::mt19937_64 rng(5);
  std::normal_distribution<float> normal(0, 0.2F);
  std::vector<float> w(4 * 9);
  for (float& v : w)
    v = normal(rng);
  const QuantizedLayer q = quantize_layer(request({4, 1, 3, 3}, w, {0, 0, 0, 0}));
  for (size_t i = 0; i < w.size(); ++i) {
    const int e = q.weight_exponents[i / 9];
    EXPECT_LE(std::abs(w[i] - std::ldexp(q.weight.data<int8_t>()[i], e)), std::ldexp(0.5, e));
  }
}

TEST(MagnitudeHistogram, PercentileFindsTheThreshold) {
  MagnitudeHistogram h;
  std::vector<float> values;
  for (int i = 1; i <= 1000; ++i)
    values.push_back(static_cast<float>(i % 2 == 0 ? i : -i) / 1000.0F);
  h.observe(values);
  EXPECT_EQ(h.count(), 1000);
  EXPECT_EQ(h.max_abs(), 1.0);
  EXPECT_NEAR(h.percentile(50), 0.5, 2e-3);
  EXPECT_NEAR(h.percentile(99), 0.99, 2e-3);
  EXPECT_EQ(h.percentile(100), 1.0);
}

TEST(MagnitudeHistogram, GrowingTheRangeKeepsCounts) {
  MagnitudeHistogram h;
  h.observe(std::vector<float>(10, 0.0F));
  h.observe(std::vector<float>(90, 0.01F));
  h.observe(std::vector<float>{100.0F});
  EXPECT_EQ(h.count(), 101);
  EXPECT_EQ(h.max_abs(), 100.0);
  EXPECT_LE(h.percentile(99), 0.07);
}

TEST(MagnitudeHistogram, ErrorIsLeastWhereStepsAreFineAndNothingIsClipped) {
  MagnitudeHistogram h;
  std::mt19937_64 rng(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(20000);
  for (float& v : values)
    v = uniform(rng);
  h.observe(values);
  EXPECT_LT(h.mean_squared_error(-7), h.mean_squared_error(-6));
  EXPECT_LT(h.mean_squared_error(-7), h.mean_squared_error(-8));
  EXPECT_NEAR(h.mean_squared_error(-6), std::ldexp(1.0, -12) / 12, 2e-6);
}

TEST(MagnitudeHistogram, ValuesThatAreNotFiniteAreRefused) {
  MagnitudeHistogram h;
  EXPECT_THROW(h.observe(std::vector<float>{NAN}), InputError);
  EXPECT_THROW(h.observe(std::vector<float>{INFINITY}), InputError);
}

TEST(MeanFactor, IsThePreciseQuotientThatFits) {
  // 49 values: 32767 is the limit; 2^20 / 49 = 21399.5.
  const std::optional<FixedFactor> plane = mean_factor(49, 0);
  ASSERT_TRUE(plane.has_value());
  EXPECT_EQ(plane->factor, 21400);
  EXPECT_EQ(plane->shift, 20);
  // Powers of two are exact.
  const std::optional<FixedFactor> four = mean_factor(4, 0);
  ASSERT_TRUE(four.has_value());
  EXPECT_EQ(std::ldexp(four->factor, -four->shift), 0.25);
}

TEST(MeanFactor, NoProductLeaves32BitsAndTheErrorIsBelowHalf) {
  for (int64_t count = 1; count < 90000; count += 1 + count / 7)
    for (int scale = -6; scale <= 6; ++scale) {
      const std::optional<FixedFactor> mean = mean_factor(count, scale);
      if (!mean)
        continue;
      SCOPED_TRACE(fmt::format("{} values, 2^{}", count, scale));
      EXPECT_LE(mean->factor, 32767);
      EXPECT_LE(128.0 * static_cast<double>(count) * mean->factor + std::ldexp(0.5, mean->shift),
                2147483647.0);
      const double exact = std::ldexp(1.0 / static_cast<double>(count), scale);
      const double most = std::min(127.0, 128.0 * static_cast<double>(count) * exact);
      EXPECT_LE(std::abs(std::ldexp(mean->factor, -mean->shift) / exact - 1) * most, 0.5);
    }
}

TEST(MeanFactor, HugePlanesHaveNone) {
  EXPECT_TRUE(mean_factor(1 << 16, 0).has_value());
  EXPECT_FALSE(mean_factor(int64_t{3} << 20, 0).has_value());
  EXPECT_FALSE(mean_factor(1, 40).has_value());
}

}  // namespace
}  // namespace vta
