#include "compiler/quant/report/value_meter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace vta {
namespace {

template <typename T>
Tensor row(std::vector<T> values) {
  const auto n = static_cast<int64_t>(values.size());
  return Tensor::from_span<T>({1, n}, std::span<const T>(values));
}

ValueMeter metered(const ValueUnit& unit, const Tensor& real, const Tensor& quantized) {
  ValueMeter meter(unit);
  meter.observe_range(real);
  meter.observe(real, quantized);
  return meter;
}

// Steps of a quarter: 1 is 4 steps, 31.8 is 127.2, 40 is 160 and clipped.
TEST(ValueMeter, OfInt8ValuesWhatIsLostAndWhatIsClipped) {
  const ValueMeter m =
      metered({.scale = {0.25}}, row<float>({1, -1.1F, 31.8F, 40}), row<int8_t>({4, -4, 127, 127}));
  EXPECT_FLOAT_EQ(static_cast<float>(m.least()), -1.1F);
  EXPECT_EQ(m.most(), 40);
  EXPECT_EQ(m.clipped_percent(), 25);
  EXPECT_EQ(m.at_limits_percent(), 50);
  const double noise = 0.1 * 0.1 + 0.05 * 0.05 + 8.25 * 8.25;
  const double signal = 1 + 1.1 * 1.1 + 31.8 * 31.8 + 1600;
  EXPECT_NEAR(m.sqnr_db(), 10 * std::log10(signal / noise), 1e-5);
  EXPECT_EQ(m.histogram().from, -127);
  EXPECT_EQ(m.histogram().to, 160);
  const auto& counts = m.histogram().counts;
  ASSERT_EQ(counts.size(), ValueHistogram::kBins);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), int64_t{0}), 4);
  EXPECT_EQ(counts.back(), 1);  // 40
  EXPECT_EQ(counts[static_cast<size_t>((127.2 + 127) / 287 * 64)], 1);
}

TEST(ValueMeter, ChannelsHaveUnitsAndOffsetsOfTheirOwn) {
  const ValueMeter m =
      metered({.scale = {0.5, 2}, .offset = {0, 1}}, row<float>({1, 9}), row<int8_t>({2, 4}));
  EXPECT_TRUE(std::isinf(m.sqnr_db()));
  EXPECT_GT(m.sqnr_db(), 0);
  EXPECT_EQ(m.histogram().from, 0);
  EXPECT_EQ(m.histogram().to, 127);
  EXPECT_EQ(m.histogram().counts[1], 1);  // 2 steps
  EXPECT_EQ(m.histogram().counts[2], 1);  // 4 of 127 / 64
}

TEST(ValueMeter, FloatValuesHaveNoLimits) {
  const ValueMeter m = metered({.is_int8 = false}, row<float>({0, 1000}), row<float>({0, 1000}));
  EXPECT_EQ(m.histogram().to, 1000);
  EXPECT_EQ(m.clipped_percent(), 0);
  EXPECT_EQ(m.at_limits_percent(), 0);
}

TEST(ValueMeter, ZerosAndWhatIsNoNumberDoNoHarm) {
  const ValueMeter zeros = metered({.is_int8 = false}, row<float>({0, 0}), row<float>({0, 0}));
  EXPECT_EQ(zeros.histogram().counts.front(), 2);
  EXPECT_TRUE(std::isinf(zeros.sqnr_db()));
  const float infinity = std::numeric_limits<float>::infinity();
  const ValueMeter odd =
      metered({}, row<float>({1, infinity, std::nanf("")}), row<int8_t>({1, 127, 0}));
  EXPECT_EQ(odd.most(), 1);
  EXPECT_EQ(odd.at_limits_percent(), 0);
}

}  // namespace
}  // namespace vta
