#include "explore/space/pareto.h"

#include <gmock/gmock.h>

#include <limits>

#include "base/error.h"
#include "explore/space/permutation.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// By the definition, each against each.
std::vector<int64_t> reference_front(const std::vector<Objectives>& points) {
  std::vector<int64_t> front;
  for (size_t i = 0; i < points.size(); ++i) {
    bool beaten = false;
    for (const Objectives& other : points) {
      bool nowhere_greater = true, somewhere_smaller = false;
      for (size_t k = 0; k < other.size(); ++k) {
        nowhere_greater &= other[k] <= points[i][k];
        somewhere_smaller |= other[k] < points[i][k];
      }
      beaten |= nowhere_greater && somewhere_smaller;
    }
    if (!beaten)
      front.push_back(static_cast<int64_t>(i));
  }
  return front;
}

// Few values make many ties.
std::vector<Objectives> random_points(Random& random, int64_t count, int64_t objectives,
                                      int64_t values) {
  std::vector<Objectives> points(static_cast<size_t>(count));
  for (Objectives& point : points) {
    for (int64_t k = 0; k < objectives; ++k)
      point.push_back(static_cast<double>(random.below(values)));
  }
  return points;
}

TEST(ParetoFront, IsWhatNoOtherPointBeats) {
  const std::vector<Objectives> points{{3, 3}, {1, 4}, {2, 2}, {4, 1}, {4, 4}};
  EXPECT_THAT(pareto_front(points), ElementsAre(1, 2, 3));
}

TEST(ParetoFront, EqualPointsAreAllOnItOrNone) {
  const std::vector<Objectives> points{{2, 2}, {1, 3}, {2, 2}, {3, 3}, {3, 3}};
  EXPECT_THAT(pareto_front(points), ElementsAre(0, 1, 2));
}

TEST(ParetoFront, OfOneObjectiveIsTheLeast) {
  const std::vector<Objectives> points{{3}, {1}, {2}, {1}};
  EXPECT_THAT(pareto_front(points), ElementsAre(1, 3));
}

TEST(ParetoFront, OfNothingIsEmpty) {
  EXPECT_THAT(pareto_front({}), IsEmpty());
}

TEST(ParetoFront, EqualsTheDefinitionOnRandomPoints) {
  Random random(20);
  for (int round = 0; round < 300; ++round) {
    const int64_t count = 1 + random.below(60), objectives = 1 + random.below(4);
    const auto points = random_points(random, count, objectives, 2 + random.below(20));
    EXPECT_EQ(pareto_front(points), reference_front(points)) << "round " << round;
  }
}

TEST(ParetoFront, RefusesUnequalLengthsAndWhatIsNotFinite) {
  EXPECT_THROW(pareto_front(std::vector<Objectives>{{1, 2}, {1}}), InternalError);
  EXPECT_THROW(pareto_front(std::vector<Objectives>{{1, kInfinite}}), InternalError);
}

TEST(FrontRanks, PeelFrontAfterFront) {
  Random random(21);
  for (int round = 0; round < 100; ++round) {
    const auto points = random_points(random, 1 + random.below(40), 1 + random.below(3), 8);
    const std::vector<int64_t> ranks = front_ranks(points);
    std::vector<Objectives> rest = points;
    std::vector<int64_t> positions(points.size());
    for (size_t i = 0; i < positions.size(); ++i)
      positions[i] = static_cast<int64_t>(i);
    for (int64_t rank = 0; !rest.empty(); ++rank) {
      const auto front = reference_front(rest);
      for (auto it = front.rbegin(); it != front.rend(); ++it) {
        EXPECT_EQ(ranks[static_cast<size_t>(positions[static_cast<size_t>(*it)])], rank);
        rest.erase(rest.begin() + *it);
        positions.erase(positions.begin() + *it);
      }
    }
  }
}

TEST(Crowding, IsTheDistanceOfTheNeighboursOverTheExtent) {
  const std::vector<Objectives> front{{0, 10}, {1, 6}, {4, 2}, {10, 0}};
  EXPECT_THAT(crowding_distances(front), ElementsAre(kInfinite, 0.4 + 0.8, 0.9 + 0.6, kInfinite));
}

TEST(Crowding, OfEqualPointsIsInfiniteAtTheEndsAndElseNothing) {
  const std::vector<Objectives> front{{1, 1}, {1, 1}, {1, 1}};
  EXPECT_THAT(crowding_distances(front), ElementsAre(kInfinite, 0, kInfinite));
}

}  // namespace
}  // namespace vta::explore
