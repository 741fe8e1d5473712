#include "explore/report/front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vta::explore {
namespace {

//  y
//  8 a
//  4     b     e
//  2        d c      d: (3,2) beats c: (4,2)
//    1  2  3  4
const std::vector<Objectives> kPoints = {{1, 8}, {2, 4}, {4, 2}, {3, 2}, {4, 4}};

TEST(Front, FactorIsWhatBothObjectivesMustShrinkBy) {
  const std::vector<double> factors = factors_to_front(kPoints);
  EXPECT_EQ(factors[0], 1);
  EXPECT_EQ(factors[1], 1);
  EXPECT_EQ(factors[2], 1);  // its y is already that of d: the least improvement will do
  EXPECT_EQ(factors[3], 1);
  EXPECT_DOUBLE_EQ(factors[4], 4.0 / 3);  // then its x is that of d
}

TEST(Front, ShrunkByItsFactorAPointIsNotBeaten) {
  std::vector<Objectives> points;
  for (int i = 1; i <= 12; ++i)
    points.push_back({1.0 + (i * 7) % 13, 1.0 + (i * 5) % 11});
  const std::vector<double> factors = factors_to_front(points);
  for (size_t i = 0; i < points.size(); ++i) {
    std::vector<Objectives> shrunk = points;
    for (double& value : shrunk[i])
      value /= factors[i] * 1.000001;
    EXPECT_THAT(pareto_front(shrunk), ::testing::Contains(static_cast<int64_t>(i)));
  }
}

TEST(Front, ZeroIsOnlyReachedByZero) {
  const std::vector<double> factors =
      factors_to_front(std::vector<Objectives>{{0, 1}, {0, 2}, {3, 5}});
  EXPECT_EQ(factors[1], 1);
  EXPECT_EQ(factors[2], 5);
}

TEST(Front, NearestFollowTheFrontAndEarlierWinTies) {
  EXPECT_EQ(front_and_nearest(kPoints, 0), (std::vector<size_t>{0, 1, 3}));
  EXPECT_EQ(front_and_nearest(kPoints, 1), (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(front_and_nearest(kPoints, 100), (std::vector<size_t>{0, 1, 2, 3, 4}));
}

TEST(Front, OfNothingIsNothing) {
  EXPECT_TRUE(front_and_nearest({}, 5).empty());
}

}  // namespace
}  // namespace vta::explore
