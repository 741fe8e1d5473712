// The search on made-up points: its front against plain loops over all of them.
#include "explore/certify/front_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace vta::explore {
namespace {

struct MadeUp {
  std::vector<FrontPoint> points;
  std::vector<int64_t> any, schedule, exact;  // cycles; exact 0: cannot be simulated
};

// Few areas and few values, so that many pairs are equal; bounds that are reached, near and far.
MadeUp made_up(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](int64_t least, int64_t most) {
    return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
  };
  MadeUp m;
  const int64_t count = pick(1, 60), areas = pick(1, 8), images = pick(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    m.points.push_back({10 * i, static_cast<double>(pick(1, areas)), {pick(1, images), 0}});
    m.exact.push_back(pick(0, 30) == 0 ? 0 : pick(90, 120));
    m.schedule.push_back(std::max<int64_t>(1, m.exact.back() - pick(0, 10)));
    m.any.push_back(std::max<int64_t>(1, m.schedule.back() - pick(0, 40)));
  }
  return m;
}

class MadeUpSource final : public CycleSource {
 public:
  explicit MadeUpSource(const MadeUp& m) : m_(m) {}
  std::optional<int64_t> any_schedule(size_t i) override {
    return m_.exact[i] == 0 && i % 2 == 0 ? std::nullopt : std::optional(m_.any[i]);
  }
  int64_t by_tiles(size_t i) override { return (m_.any[i] + m_.schedule[i]) / 2; }
  int64_t schedule(size_t i) override { return m_.schedule[i]; }
  std::optional<int64_t> exact(size_t i) override {
    ++simulated;
    return m_.exact[i] == 0 ? std::nullopt : std::optional(m_.exact[i]);
  }
  int64_t simulated = 0;

 private:
  const MadeUp& m_;
};

double value(const MadeUp& m, size_t i) {
  return m.points[i].scale.value(m.exact[i]);
}

bool beats(const MadeUp& m, size_t a, size_t b) {
  return m.points[a].area <= m.points[b].area && value(m, a) <= value(m, b) &&
         (m.points[a].area < m.points[b].area || value(m, a) < value(m, b));
}

TEST(FrontSearch, AtZeroItIsTheFrontOfAllPoints) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const MadeUp m = made_up(seed);
    MadeUpSource source(m);
    FrontResult result = search_front(m.points, source, 0);
    std::vector<size_t> front;
    for (size_t i = 0; i < m.points.size(); ++i) {
      bool beaten = m.exact[i] == 0;
      for (size_t j = 0; j < m.points.size() && !beaten; ++j)
        beaten = m.exact[j] != 0 && beats(m, j, i);
      if (!beaten)
        front.push_back(i);
    }
    std::ranges::sort(result.front);
    EXPECT_EQ(result.front, front) << seed;
    EXPECT_EQ(source.simulated, result.state.simulated);
  }
}

TEST(FrontSearch, EveryPointIsCoveredWithinEpsilon) {
  int64_t simulated = 0, all = 0;
  for (const double epsilon : {0.0, 0.01, 0.05, 1.0})
    for (uint64_t seed = 0; seed < 200; ++seed) {
      const MadeUp m = made_up(seed);
      MadeUpSource source(m);
      const FrontResult result = search_front(m.points, source, epsilon);
      for (size_t i = 0; i < m.points.size(); ++i) {
        EXPECT_EQ(result.decisions[i].legal,
                  m.exact[i] != 0 || (i % 2 == 1 && result.decisions[i].witness.has_value()))
            << seed;
        if (m.exact[i] == 0)
          continue;
        EXPECT_TRUE(std::ranges::any_of(result.front,
                                        [&](size_t f) {
                                          return m.points[f].area <= m.points[i].area &&
                                                 value(m, f) <= (1 + epsilon) * value(m, i);
                                        }))
            << "seed " << seed << ", point " << i << ", epsilon " << epsilon;
      }
      if (epsilon == 0.05) {
        simulated += source.simulated;
        all += std::ssize(m.points);
      }
    }
  EXPECT_LT(5 * simulated, all);
}

TEST(FrontSearch, TellsTheGapAndEnds) {
  const MadeUp m = made_up(3);
  MadeUpSource source(m);
  std::vector<SearchState> states;
  const FrontResult result =
      search_front(m.points, source, 0.01, [&](const SearchState& s) { states.push_back(s); });
  ASSERT_FALSE(states.empty());
  EXPECT_EQ(states.back().areas_done, states.back().areas);
  EXPECT_EQ(states.back().decided, states.back().points);
  EXPECT_EQ(states.back().gap, 0);
}

}  // namespace
}  // namespace vta::explore
