#include "explore/report/recommendation.h"

#include <gmock/gmock.h>

#include "explore/report/sensitivity.h"
#include "tests/explore/report/made_points.h"

namespace vta::explore {
namespace {

using C = VtaConfig;

// A line of configurations along one axis.
std::vector<PointRow> line(const std::vector<std::pair<int64_t, int64_t>>& cycles_and_dsp) {
  std::vector<Made> made;
  for (const auto& [cycles, dsp] : cycles_and_dsp)
    made.push_back({.config = with(&C::log_batch, std::ssize(made)), .cycles = cycles, .dsp = dsp});
  return made_points(made);
}

Recommendation recommended(std::span<const PointRow> points) {
  return recommend(candidate_sets(points, kMadeDevice)[0], axes_of(points, ""));
}

TEST(Recommendation, TheFastestThatFitsAndTheCheapestNearlyAsFast) {
  const Recommendation found =
      recommended(line({{500, 10}, {105, 60}, {100, 90}, {104, 70}, {99, 120}, {50, 300}}));
  EXPECT_EQ(found.fitting, 4);
  EXPECT_EQ(found.fastest, 2u);
  EXPECT_EQ(found.cheapest, 1u);  // 5 % more, no more than that
  EXPECT_EQ(found.next, 4u);
  ASSERT_EQ(found.steps.size(), 2u);
  EXPECT_EQ(found.steps[0].from, 1u);
  EXPECT_EQ(found.steps[0].to, 2u);
  EXPECT_EQ(found.steps[1].to, 3u);
}

// At 100 MHz: 1 ms is 100,000 cycles.
TEST(Recommendation, WithAGoalTheCheapestIsTheSmallestThatReachesIt) {
  auto points = line({{100'000, 90}, {200'000, 60}, {300'000, 30}, {400'000, 10}});
  for (PointRow& point : points)
    point.spec.config.clock.mhz = 100;
  const std::vector<CandidateSet> sets = candidate_sets(points, kMadeDevice);
  const auto cheapest = [&](double ms) { return recommend(sets[0], {}, ms).cheapest; };
  EXPECT_EQ(cheapest(3), 2u);  // exactly
  EXPECT_EQ(cheapest(2.999), 1u);
  EXPECT_EQ(cheapest(1000), 3u);
  EXPECT_EQ(cheapest(0.5), std::nullopt);
  EXPECT_EQ(recommend(sets[0], {}, 0.5).fastest, 0u);
}

// 100 cycles of 9 ns take longer than 120 of 6 ns.
TEST(Recommendation, WithEstimatedClocksTheFastestTakesLeastTime) {
  const auto points =
      made_points({{.config = with(&C::log_batch, 0), .cycles = 100, .dsp = 10, .path_ps = 6000},
                   {.config = with(&C::log_batch, 1), .cycles = 120, .dsp = 10, .path_ps = 4000},
                   {.config = with(&C::log_batch, 2), .cycles = 90, .dsp = 300, .path_ps = 6000}});
  EXPECT_EQ(time_metric(points), "ms_per_image");
  const Recommendation found = recommended(points);
  EXPECT_EQ(found.fastest, 1u);
  EXPECT_EQ(found.next, std::nullopt);
  EXPECT_EQ(time_metric(line({{100, 10}, {120, 10}})), "cycles_per_image");
}

TEST(Recommendation, WhatExactlyFillsTheDeviceFits) {
  EXPECT_EQ(recommended(line({{500, 10}, {100, 100}})).fastest, 1u);
  EXPECT_EQ(recommended(line({{500, 10}, {100, 101}})).fastest, 0u);
}

TEST(Recommendation, OfEquallyFastTheSmallerIsTakenThenTheFirst) {
  const Recommendation found = recommended(line({{100, 90}, {100, 50}, {100, 50}}));
  EXPECT_EQ(found.fastest, 1u);
  EXPECT_EQ(found.cheapest, 1u);
  EXPECT_EQ(found.next, std::nullopt);
}

// A bus that is too wide takes no more of the device: the smallest has fewest look-up tables, not
// least time.
TEST(Recommendation, OfThoseThatDoNotFitTheSmallestIsNext) {
  auto points = line({{100, 50}, {90, 120}, {80, 120}, {95, 120}});
  points[1].cost.lut = 40;
  points[2].cost.lut = 60;
  points[3].cost.lut = 50;
  EXPECT_EQ(recommended(points).next, 1u);
}

TEST(Recommendation, WhereNothingFitsTheNearestIsNamed) {
  const Recommendation found = recommended(line({{100, 300}, {200, 101}}));
  EXPECT_EQ(found.fitting, 0);
  EXPECT_EQ(found.fastest, std::nullopt);
  EXPECT_EQ(found.cheapest, std::nullopt);
  EXPECT_EQ(found.next, 1u);
  EXPECT_TRUE(found.steps.empty());
}

TEST(Recommendation, OfNothingThereIsNone) {
  const Recommendation found = recommend(CandidateSet{}, {});
  EXPECT_EQ(found.fastest, std::nullopt);
  EXPECT_EQ(found.next, std::nullopt);
}

TEST(Sensitivity, IsTheGeometricMeanOverPairsThatDifferInOneStep) {
  const auto points = made_points(
      {{.config = with(&C::log_batch, 0, &C::log_bus_width, 6), .cycles = 100, .dsp = 10},
       {.config = with(&C::log_batch, 1, &C::log_bus_width, 6), .cycles = 50, .dsp = 20},
       {.config = with(&C::log_batch, 0, &C::log_bus_width, 7), .cycles = 80, .dsp = 10},
       {.config = with(&C::log_batch, 1, &C::log_bus_width, 7), .cycles = 10, .dsp = 20}});
  const std::vector<CandidateSet> sets = candidate_sets(points, kMadeDevice);
  const std::vector<Sensitivity> found = sensitivities(points, sets, axes_of(points, ""));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].axis, "LOG_BATCH");
  EXPECT_EQ(found[0].from, "0");
  EXPECT_EQ(found[0].to, "1");
  EXPECT_EQ(found[0].pairs, 2);
  EXPECT_NEAR(found[0].cycles, 0.25, 1e-12);  // a half and an eighth
  EXPECT_NEAR(found[0].cycles_least, 0.125, 1e-12);
  EXPECT_NEAR(found[0].cycles_most, 0.5, 1e-12);
  EXPECT_NEAR(found[0].dsp, 2, 1e-12);
  EXPECT_NEAR(found[0].share, 2, 1e-12);
  EXPECT_EQ(found[1].axis, "LOG_BUS_WIDTH");
  EXPECT_NEAR(found[1].cycles, 0.4, 1e-12);  // 0.8 and 0.2
  EXPECT_NEAR(found[1].lut, 1, 1e-12);
}

TEST(Sensitivity, SeveralNetworksHaveTheirOwnAndOneOverAll) {
  const VtaConfig small, large = with(&C::log_batch, 1);
  const auto points = made_points({{.network = "one", .config = small, .cycles = 100},
                                   {.network = "one", .config = large, .cycles = 50},
                                   {.network = "two", .config = small, .cycles = 100},
                                   {.network = "two", .config = large, .cycles = 200}});
  const std::vector<CandidateSet> sets = candidate_sets(points, kMadeDevice);
  const std::vector<Sensitivity> found = sensitivities(points, sets, axes_of(points, ""));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].cycles, 0.5, 1e-12);
  EXPECT_NEAR(found[1].cycles, 2, 1e-12);
  EXPECT_NEAR(found[2].cycles, 1.25, 1e-12);  // a frame: 250 cycles of 200
  EXPECT_EQ(found[2].set, 2u);
}

}  // namespace
}  // namespace vta::explore
