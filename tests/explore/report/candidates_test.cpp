#include "explore/report/candidates.h"

#include <gmock/gmock.h>

#include "tests/explore/report/made_points.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using C = VtaConfig;

TEST(Candidates, OfOneNetworkEveryPointIsOne) {
  const std::vector<CandidateSet> sets = candidate_sets(
      made_points({{.cycles = 200, .dsp = 50, .images = 2}, {.dsp = 150}}), kMadeDevice);
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].network, "net");
  ASSERT_EQ(sets[0].candidates.size(), 2u);
  EXPECT_EQ(sets[0].candidates[0].cycles, 100);  // an image
  EXPECT_EQ(sets[0].candidates[0].dram_bytes, 32);
  EXPECT_EQ(sets[0].candidates[0].energy_uj, 0.5);
  EXPECT_EQ(sets[0].candidates[0].share, 0.5);
  EXPECT_EQ(sets[0].candidates[1].share, 1.5);
}

TEST(Candidates, OfSeveralTheLastSetHasMachinesWithAFrameOfAll) {
  const VtaConfig a, b = with(&C::log_batch, 1);
  const std::vector<CandidateSet> sets = candidate_sets(
      made_points({{.network = "two", .config = a, .cycles = 400},
                   {.network = "two", .config = b, .cycles = 900},
                   {.network = "one", .config = b, .cycles = 100},
                   {.network = "one", .config = a, .cycles = 100},
                   {.network = "one", .config = a, .cycles = 50, .schedule = "reference"}}),
      kMadeDevice);
  ASSERT_EQ(sets.size(), 3u);
  EXPECT_EQ(sets[0].network, "one");
  EXPECT_EQ(sets[1].network, "two");
  EXPECT_EQ(sets[2].network, "");
  ASSERT_EQ(sets[2].candidates.size(), 2u);  // none of "two" is scheduled by the reference
  EXPECT_THAT(sets[2].candidates[0].rows, ElementsAre(2, 1));
  EXPECT_EQ(sets[2].candidates[0].cycles, 1000);  // an image of each, one after the other
  EXPECT_THAT(sets[2].candidates[1].rows, ElementsAre(3, 0));
  EXPECT_EQ(sets[2].candidates[1].cycles, 500);
}

const Metric& clock_metric(std::string_view name) {
  return *std::ranges::find(clock_metrics(), name, &Metric::name);
}

TEST(Candidates, AFrameTakesTheSumOfTimesAndTheHardwareOnce) {
  auto points = made_points({{.cycles = 100'000, .dsp = 10}, {.cycles = 400'000, .dsp = 40}});
  for (PointRow& point : points)
    point.spec.config.clock.mhz = 100;
  points[0].result.work.device_macs = 1000;
  points[1].result.work.device_macs = 9000;
  const std::vector<size_t> both{0, 1}, second{1};
  EXPECT_EQ(frame_metric(points, both, find_metric("cycles_per_image")), 500'000);
  EXPECT_EQ(frame_metric(points, both, find_metric("dram_bytes_per_image")), 128);
  EXPECT_EQ(frame_metric(points, second, find_metric("cycles_per_image")), 400'000);
  EXPECT_EQ(frame_metric(points, both, find_metric("dsp")), 10);
  EXPECT_DOUBLE_EQ(frame_metric(points, both, clock_metric("ms_per_image")), 5);
  EXPECT_DOUBLE_EQ(frame_metric(points, both, clock_metric("images_per_second")), 200);
  EXPECT_DOUBLE_EQ(frame_metric(points, both, clock_metric("gops")), 0.004);
  const double energy = 2;  // uJ, one of each
  EXPECT_NEAR(frame_metric(points, both, clock_metric("energy_delay_uj_ms")), energy * 5, 1e-9);
}

TEST(Candidates, ABusThatThePortDoesNotTakeDoesNotFit) {
  FpgaDevice device = kMadeDevice;
  device.port_bytes = 8;
  const std::vector<CandidateSet> sets = candidate_sets(
      made_points({{.config = with(&C::log_bus_width, 6)}, {.config = with(&C::log_bus_width, 7)}}),
      device);
  EXPECT_TRUE(sets[0].candidates[0].fits());
  EXPECT_FALSE(sets[0].candidates[1].fits());
  EXPECT_TRUE(candidate_sets(made_points({{.config = with(&C::log_bus_width, 7)}}), kMadeDevice)[0]
                  .candidates[0]
                  .fits());
}

TEST(Candidates, NetworksThatShareNoMachineHaveAnEmptySetOverAll) {
  const std::vector<CandidateSet> sets = candidate_sets(
      made_points({{.network = "one"}, {.network = "two", .config = with(&C::log_batch, 1)}}),
      kMadeDevice);
  ASSERT_EQ(sets.size(), 3u);
  EXPECT_TRUE(sets[2].candidates.empty());
}

}  // namespace
}  // namespace vta::explore
