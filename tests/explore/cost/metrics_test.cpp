#include "explore/cost/metrics.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "hw/synth/area.h"

namespace vta::explore {
namespace {

PointResult small_run() {
  PointResult result;
  result.timing.cycles = 1000;
  result.counters.wgt_load_nbytes = 600;
  result.counters.out_store_nbytes = 200;
  return result;
}

double value_of(std::string_view name, const PointResult* result, const PointCost& cost,
                int64_t images = 1) {
  return metric_value(find_metric(name), {.result = result, .cost = &cost, .images = images});
}

TEST(Metrics, AreThoseOfSpecifications) {
  std::set<std::string_view> names;
  for (const Metric& metric : metrics())
    names.insert(metric.name);
  EXPECT_EQ(names,
            (std::set<std::string_view>{
                "cycles_per_image", "dram_bytes_per_image", "energy_uj_per_image", "lut", "ff",
                "dsp", "bram36", "zynq7020_share", "period_ns", "estimated_ms_per_image",
                "top1_error", "top5_error", "disagreement", "noise_percent"}));
}

TEST(Metrics, ArePerImage) {
  const PointResult run = small_run();
  const PointCost cost{.energy_pj = 8e6};
  EXPECT_DOUBLE_EQ(value_of("cycles_per_image", &run, cost, 4), 250);
  EXPECT_DOUBLE_EQ(value_of("dram_bytes_per_image", &run, cost, 4), 200);
  EXPECT_DOUBLE_EQ(value_of("energy_uj_per_image", &run, cost, 4), 2);
}

TEST(Metrics, OfTheHardwareNeedNoRun) {
  const PointCost cost{.lut = 53200, .ff = 1, .dsp = 330, .bram18 = 281};
  EXPECT_DOUBLE_EQ(value_of("lut", nullptr, cost), 53200);
  EXPECT_DOUBLE_EQ(value_of("bram36", nullptr, cost), 140.5);
  EXPECT_DOUBLE_EQ(value_of("zynq7020_share", nullptr, cost), 1.5);
  EXPECT_THROW(value_of("cycles_per_image", nullptr, cost), InternalError);
}

// All smaller where answers are better; what is not known is NaN, and said.
TEST(Metrics, OfAccuracyAreWhatIsLost) {
  const PointCost cost;
  const Accuracy accuracy{.samples = 8, .top1 = 87.5, .agreement = 75, .sqnr_db = 20};
  const MetricInput input{.cost = &cost, .accuracy = &accuracy};
  EXPECT_DOUBLE_EQ(metric_value(find_metric("top1_error"), input), 12.5);
  EXPECT_DOUBLE_EQ(metric_value(find_metric("disagreement"), input), 25);
  EXPECT_DOUBLE_EQ(metric_value(find_metric("noise_percent"), input), 10);
  EXPECT_FALSE(is_known(find_metric("top5_error"), input));
  EXPECT_TRUE(std::isnan(metric_value(find_metric("top5_error"), input)));
  EXPECT_FALSE(is_known(find_metric("noise_percent"), {.cost = &cost}));
  const Accuracy same{.samples = 8, .sqnr_db = kMostSqnrDb};
  EXPECT_EQ(metric_value(find_metric("noise_percent"), {.cost = &cost, .accuracy = &same}), 0);
}

TEST(Metrics, EstimatesAreMarked) {
  const std::set<std::string_view> estimates = {"energy_uj_per_image", "period_ns",
                                                "estimated_ms_per_image"};
  for (const Metric& metric : metrics())
    EXPECT_EQ(metric.estimate, estimates.contains(metric.name)) << metric.name;
}

// 6 ns of cell delay are 9 ns with the allowance; 250 cycles of them.
TEST(Metrics, OfTheClockAreOfThePathWithTheAllowance) {
  const PointResult run = small_run();
  const PointCost cost{.path_ps = 6000};
  EXPECT_DOUBLE_EQ(value_of("period_ns", nullptr, cost), 9);
  EXPECT_DOUBLE_EQ(value_of("estimated_ms_per_image", &run, cost, 4), 250 * 9e-6);
  const PointCost none;
  for (const Metric& metric : metrics()) {
    EXPECT_EQ(is_known(metric, {.cost = &cost}), metric.of_accuracy == nullptr) << metric.name;
    EXPECT_EQ(is_known(metric, {.cost = &none}), !metric.of_clock && metric.of_accuracy == nullptr)
        << metric.name;
  }
}

TEST(Metrics, UnknownOnesNameTheNearest) {
  try {
    find_metric("cycle_per_image");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), testing::EndsWith("; the nearest is cycles_per_image"));
    EXPECT_THAT(error.what(), testing::HasSubstr("unknown metric 'cycle_per_image': known are "
                                                 "cycles_per_image, dram_bytes_per_image"));
  }
}

}  // namespace
}  // namespace vta::explore
