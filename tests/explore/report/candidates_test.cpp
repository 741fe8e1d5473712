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

TEST(Candidates, OfSeveralTheLastSetHasMachinesOfAllByGeometricMean) {
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
  EXPECT_NEAR(sets[2].candidates[0].cycles, 300, 1e-9);
  EXPECT_THAT(sets[2].candidates[1].rows, ElementsAre(3, 0));
  EXPECT_NEAR(sets[2].candidates[1].cycles, 200, 1e-9);
}

TEST(Candidates, MeansOfTimesAreGeometricThoseOfTheHardwareTheFirsts) {
  const auto points = made_points({{.cycles = 100, .dsp = 10}, {.cycles = 400, .dsp = 40}});
  const std::vector<size_t> both{0, 1}, second{1};
  EXPECT_NEAR(mean_metric(points, both, find_metric("cycles_per_image")), 200, 1e-9);
  EXPECT_EQ(mean_metric(points, second, find_metric("cycles_per_image")), 400);
  EXPECT_EQ(mean_metric(points, both, find_metric("dsp")), 10);
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
