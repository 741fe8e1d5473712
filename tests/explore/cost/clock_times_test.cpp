// Times by hand: what a clock makes of cycles, and nothing without one.
#include "explore/cost/clock_times.h"

#include <gmock/gmock.h>

#include "explore/cost/energy.h"
#include "explore/cost/metrics.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

PointResult run_of(int64_t cycles, int64_t device_macs) {
  PointResult result;
  result.timing.cycles = cycles;
  result.work = {device_macs, device_macs, {}};
  result.counters.gemm_counter = 1000;
  return result;
}

TEST(ClockTimes, FollowFromCyclesImagesAndMacs) {
  VtaConfig config;
  config.clock.mhz = 100;
  const PointResult result = run_of(4'000'000, 800'000'000);
  const ClockTimes times = clock_times(config, result, 4).value();
  EXPECT_DOUBLE_EQ(times.milliseconds, 40);
  EXPECT_DOUBLE_EQ(times.milliseconds_per_image, 10);
  EXPECT_DOUBLE_EQ(times.images_per_second, 100);
  EXPECT_DOUBLE_EQ(times.gops, 40);  // 1.6 * 10^9 operations in 40 ms
  EXPECT_DOUBLE_EQ(times.energy_delay, energy_pj(config, result) / 1e6 / 4 * 10);
  EXPECT_EQ(clock_text(times), "40.000 ms at 100 MHz, 100.00 images a second, 40.0 GOPS");
  EXPECT_EQ(clock_json(times).at("images_per_second"), 100.0);
}

TEST(ClockTimes, WithoutAClockThereAreNone) {
  EXPECT_FALSE(clock_times(VtaConfig{}, run_of(5, 5), 1).has_value());
  EXPECT_TRUE(clock_json(std::nullopt).is_null());
}

// 6 ns of cell delay are 9 ns with the allowance for routing.
TEST(ClockTimes, AnEstimatedClockIsMarked) {
  VtaConfig config;
  config.clock = estimated_clock(6000);
  EXPECT_DOUBLE_EQ(config.clock.mhz.value(), 1000.0 / 9);
  const ClockTimes times = clock_times(config, run_of(1'000'000, 1'000'000), 1).value();
  EXPECT_EQ(clock_text(times),
            "9.000 ms at 111.1 MHz (estimated), 111.11 images a second, 0.2 GOPS");
  EXPECT_EQ(clock_json(times).at("clock_estimated"), true);
  EXPECT_THROW(estimated_clock(0), InternalError);
}

TEST(ClockTimes, ARunWithoutCyclesHasNoRates) {
  VtaConfig config;
  config.clock.mhz = 100;
  const ClockTimes times = clock_times(config, run_of(0, 0), 1).value();
  EXPECT_EQ(times.images_per_second, 0);
  EXPECT_EQ(times.gops, 0);
}

TEST(ClockTimes, AreMetricsOfPointsThatHaveOne) {
  VtaConfig config;
  config.clock.mhz = 200;
  const PointResult result = run_of(4'000'000, 800'000'000);
  const PointCost cost;
  std::vector<double> values;
  for (const Metric& metric : clock_metrics())
    values.push_back(
        metric_value(metric, {.result = &result, .cost = &cost, .images = 2, .config = &config}));
  ASSERT_EQ(values.size(), 4u);
  EXPECT_DOUBLE_EQ(values[0], 10);
  EXPECT_DOUBLE_EQ(values[1], 100);
  EXPECT_DOUBLE_EQ(values[2], 80);
}

}  // namespace
}  // namespace vta::explore
