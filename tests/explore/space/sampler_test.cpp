#include "explore/space/sampler.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "explore/space/pareto.h"
#include "explore/space/permutation.h"
#include "space_fixture.h"

namespace vta::explore {
namespace {

using Evaluate = std::function<std::vector<double>(const Space&, int64_t)>;

struct Trace {
  std::vector<int64_t> points;
  std::vector<int64_t> generation_sizes;
  std::map<int64_t, Exclusion> excluded;
  Results results;
};

// Runs a sampler to its end, with the results of `earlier` where it has them.
Trace sample(const Space& space, const Evaluate& evaluate, const Results& earlier = {}) {
  Trace trace;
  const auto sampler = make_sampler(space);
  for (Generation g = sampler->next(trace.results); !g.done(); g = sampler->next(trace.results)) {
    trace.generation_sizes.push_back(static_cast<int64_t>(g.points.size()));
    for (const int64_t index : g.points) {
      trace.points.push_back(index);
      const auto known = earlier.find(index);
      trace.results[index] = known != earlier.end() ? known->second : evaluate(space, index);
    }
    for (auto& [index, exclusion] : g.excluded)
      EXPECT_TRUE(trace.excluded.emplace(index, exclusion).second) << index << " is named twice";
  }
  EXPECT_EQ(std::set<int64_t>(trace.points.begin(), trace.points.end()).size(),
            trace.points.size());
  return trace;
}

std::vector<double> nothing(const Space&, int64_t) {
  return {};
}

void expect_legal(const Space& space, const Trace& trace) {
  for (const int64_t index : trace.points)
    EXPECT_FALSE(space.exclusion(index)) << index;
  for (const auto& [index, exclusion] : trace.excluded)
    EXPECT_EQ(space.exclusion(index), exclusion) << index;
}

// 16,384 points of which some are illegal, with a front that is known by looking at all of them.
constexpr const char* kValley = R"("axes": {
    "MEM_READ_LATENCY": {"from": 0, "to": 63}, "MEM_WRITE_LATENCY": {"from": 0, "to": 15},
    "MEM_GAP": {"from": 0, "to": 7}, "MEM_BURST_BEATS": [16, 32, 33, 8]})";

std::vector<double> valley(const Space& space, int64_t index) {
  const VtaConfig c = std::get<PointSpec>(space.point(index)).config;
  const double x = static_cast<double>(c.mem_read_latency) / 63;
  const double away = std::abs(static_cast<double>(c.mem_write_latency) - 5) / 5 +
                      std::abs(static_cast<double>(c.mem_gap) - 6) / 6 +
                      (c.mem_burst_beats == 32 ? 0 : 0.5);
  return {x, (1 + away) * (1 - std::sqrt(x / (1 + away)))};
}

std::string sampled(const char* members, std::string_view method, int64_t points, uint64_t seed) {
  return fmt::format(R"({}, "sampling": {{"method": "{}", "points": {}, "seed": {}}})", members,
                     method, points, seed);
}

TEST(Exhaustive, AsksForEveryLegalPointOnceInOrder) {
  const Space space = space_of(kValley);
  const Trace all = sample(space, nothing);
  EXPECT_TRUE(std::is_sorted(all.points.begin(), all.points.end()));
  EXPECT_EQ(static_cast<int64_t>(all.points.size() + all.excluded.size()), space.size());
  EXPECT_EQ(static_cast<int64_t>(all.excluded.size()), space.size() / 4);
  EXPECT_FALSE(make_sampler(space)->needs_results());
  EXPECT_EQ(make_sampler(space)->most_points(), space.size());
  expect_legal(space, all);
}

TEST(RandomSampling, AsksForSoManyDifferentLegalPoints) {
  const Space space = space_of(sampled(kValley, "random", 1000, 7));
  const Trace some = sample(space, nothing);
  EXPECT_EQ(some.points.size(), 1000u);
  EXPECT_EQ(make_sampler(space)->most_points(), 1000);
  EXPECT_FALSE(make_sampler(space)->needs_results());
  EXPECT_NEAR(static_cast<double>(some.excluded.size()), 333, 80);  // a quarter of the draws
  expect_legal(space, some);
}

TEST(RandomSampling, IsTheSameForTheSameSeedOnly) {
  const auto points = [](uint64_t seed) {
    return sample(space_of(sampled(kValley, "random", 300, seed)), nothing).points;
  };
  EXPECT_EQ(points(1), points(1));
  EXPECT_NE(points(1), points(2));
}

TEST(RandomSampling, EndsWhenAllLegalPointsAreThere) {
  const char* members = R"("axes": {"MEM_BURST_BEATS": [1, 2, 3, 4, 5]})";
  const Trace all = sample(space_of(sampled(members, "random", 100, 1)), nothing);
  EXPECT_EQ(std::set<int64_t>(all.points.begin(), all.points.end()), (std::set<int64_t>{0, 1, 3}));
  EXPECT_EQ(all.excluded.size(), 2u);
}

TEST(RandomSampling, WorksOnSpacesFarBeyondMemory) {
  const char* members = R"("axes": {
    "MEM_READ_LATENCY": {"from": 0, "to": 999}, "MEM_WRITE_LATENCY": {"from": 0, "to": 999},
    "MEM_GAP": {"from": 0, "to": 249}, "CMD_QUEUE_DEPTH": {"from": 2, "to": 1001},
    "MEM_MAX_OUTSTANDING": {"from": 1, "to": 64}})";
  const Space space = space_of(sampled(members, "random", 500, 3));
  EXPECT_EQ(space.size(), int64_t{16} * 1000 * 1000 * 1000 * 1000);
  const Trace some = sample(space, nothing);
  EXPECT_EQ(some.points.size(), 500u);
  const auto below = std::count_if(some.points.begin(), some.points.end(),
                                   [&](int64_t index) { return index < space.size() / 2; });
  EXPECT_NEAR(static_cast<double>(below), 250, 60);
}

TEST(RandomSampling, GivesUpWhereNothingIsLegal) {
  const char* members =
      R"("axes": {"MEM_BURST_BEATS": [3], "MEM_READ_LATENCY": {"from": 0, "to": 999},
                                    "MEM_WRITE_LATENCY": {"from": 0, "to": 999}})";
  const Trace none = sample(space_of(sampled(members, "random", 5, 1)), nothing);
  EXPECT_TRUE(none.points.empty());
  EXPECT_EQ(none.excluded.size(), 20'000u);
}

TEST(ParetoSampling, AsksInGenerationsForLegalPointsOnly) {
  const Space space = space_of(sampled(kValley, "pareto", 100, 1));
  const Trace some = sample(space, valley);
  EXPECT_TRUE(make_sampler(space)->needs_results());
  EXPECT_THAT(some.generation_sizes, ::testing::ElementsAre(20, 20, 20, 20, 20));
  expect_legal(space, some);
}

TEST(ParetoSampling, IsTheSameWhenItIsResumedWithSomeOfTheResults) {
  const Space space = space_of(sampled(kValley, "pareto", 400, 5));
  const Trace first = sample(space, valley);
  Results half;
  for (const auto& [index, objectives] : first.results) {
    if (index % 2 == 0)
      half[index] = objectives;
  }
  const Trace second = sample(space, valley, half);
  EXPECT_EQ(first.points, second.points);
  EXPECT_EQ(first.excluded, second.excluded);
  EXPECT_NE(first.points, sample(space_of(sampled(kValley, "pareto", 400, 6)), valley).points);
}

TEST(ParetoSampling, FindsMoreOfAKnownFrontThanRandom) {
  const Space all = space_of(kValley);
  const Trace every = sample(all, valley);
  std::vector<Objectives> objectives;
  for (const int64_t index : every.points)
    objectives.push_back(every.results.at(index));
  std::set<int64_t> front;
  for (const int64_t position : pareto_front(objectives))
    front.insert(every.points[static_cast<size_t>(position)]);
  ASSERT_EQ(front.size(), 64u);  // one for each value of the first objective

  const auto found = [&](std::string_view method, uint64_t seed) {
    const Trace some = sample(space_of(sampled(kValley, method, 600, seed)), valley);
    EXPECT_EQ(some.points.size(), 600u);
    return std::count_if(some.points.begin(), some.points.end(),
                         [&](int64_t index) { return front.count(index) > 0; });
  };
  int64_t guided = 0, random = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    guided += found("pareto", seed);
    random += found("random", seed);
  }
  RecordProperty("guided", static_cast<int>(guided));
  RecordProperty("random", static_cast<int>(random));
  EXPECT_GT(guided, 8 * 32) << "half of the front on average";
  EXPECT_GT(guided, 5 * random);
}

TEST(ParetoSampling, PointsWithoutResultsAreNoParents) {
  const Space space = space_of(sampled(kValley, "pareto", 200, 2));
  EXPECT_EQ(sample(space, nothing).points.size(), 200u);
  const auto sometimes = [](const Space& s, int64_t index) {
    return index % 3 == 0 ? std::vector<double>{} : valley(s, index);
  };
  EXPECT_EQ(sample(space, sometimes).points.size(), 200u);
}

TEST(ParetoSampling, EndsWhenAllLegalPointsAreThere) {
  const char* members = R"("axes": {"MEM_BURST_BEATS": [1, 2, 3, 4, 5], "MEM_GAP": [0, 1]})";
  const Trace all =
      sample(space_of(sampled(members, "pareto", 100, 1)), [](const Space&, int64_t index) {
        return std::vector<double>{static_cast<double>(index), 1};
      });
  EXPECT_EQ(all.points.size(), 6u);
  EXPECT_EQ(all.excluded.size(), 4u);
}

// Two networks on one axis of 1,000 machines.
Space two_networks(int64_t points) {
  return Space(parse_sweep_spec(
      fmt::format(
          R"({{"networks": [{{"name": "a", "zoo": "vgg11"}}, {{"name": "b", "zoo": "alexnet"}}],
          "axes": {{"MEM_READ_LATENCY": {{"from": 0, "to": 999}}}},
          "sampling": {{"method": "pareto", "points": {}, "population": 20}}}})",
          points),
      "s.json", "", kMetrics));
}

// Everything grows with the machine but b's first objective, which falls, by less than a's grows.
std::vector<double> opposed(const Space& space, int64_t index) {
  const int64_t stride = space.size() / 2;
  const auto machine = static_cast<double>(index % stride);
  return {index < stride ? (machine + 1) * (machine + 1) : 1e6 / (machine + 1), machine + 1};
}

std::set<int64_t> machines_of(const Space& space, const Trace& trace, int64_t network) {
  std::set<int64_t> machines;
  for (const int64_t index : trace.points)
    if (index / (space.size() / 2) == network)
      machines.insert(index % (space.size() / 2));
  return machines;
}

// What is asked for on the same axis where there is one network.
std::set<int64_t> machines_alone(int64_t points, const Evaluate& evaluate) {
  const Space space = space_of(fmt::format(
      R"("axes": {{"MEM_READ_LATENCY": {{"from": 0, "to": 999}}}},
         "sampling": {{"method": "pareto", "points": {}, "population": 20}})",
      points));
  const Trace alone = sample(space, evaluate);
  return {alone.points.begin(), alone.points.end()};
}

TEST(ParetoSampling, EveryNetworkGetsTheSameMachines) {
  const Space space = two_networks(101);
  const Trace some = sample(space, opposed);
  EXPECT_EQ(some.points.size(), 100u);
  EXPECT_EQ(make_sampler(space)->most_points(), 100);
  EXPECT_EQ(some.generation_sizes.front(), 40);
  EXPECT_EQ(machines_of(space, some, 0), machines_of(space, some, 1));
}

TEST(ParetoSampling, AMachineCountsByTheMeanOfItsNetworks) {
  const Space space = two_networks(400);
  const auto mean = [&](const Space&, int64_t machine) {
    const std::vector<double> a = opposed(space, machine);
    const std::vector<double> b = opposed(space, machine + space.size() / 2);
    return std::vector<double>{std::exp((std::log(a[0]) + std::log(b[0])) / 2),
                               std::exp((std::log(a[1]) + std::log(b[1])) / 2)};
  };
  EXPECT_EQ(machines_of(space, sample(space, opposed), 0), machines_alone(200, mean));
}

TEST(ParetoSampling, ANetworkWithoutAnyResultIsLeftOut) {
  const Space space = two_networks(200);
  const auto first_only = [](const Space& s, int64_t index) {
    return index < s.size() / 2 ? opposed(s, index) : std::vector<double>{};
  };
  const Trace with_failures = sample(space, first_only);
  EXPECT_EQ(
      machines_of(space, with_failures, 0),
      machines_alone(100, [&](const Space&, int64_t index) { return opposed(space, index); }));
}

TEST(ParetoSampling, AMachineWithoutAResultOnOneNetworkIsNoParent) {
  const Space space = two_networks(200);
  const auto sometimes = [](const Space& s, int64_t index) {
    return index >= s.size() / 2 && index % 2 == 0 ? std::vector<double>{} : opposed(s, index);
  };
  const Trace some = sample(space, sometimes);
  EXPECT_EQ(machines_of(space, some, 0), machines_of(space, some, 1));
  EXPECT_EQ(some.points.size(), 200u);
}

TEST(ParetoSampling, ExclusionsAreOfEveryNetwork) {
  const Space space(parse_sweep_spec(
      R"({"networks": [{"name": "a", "zoo": "vgg11"}, {"name": "b", "zoo": "alexnet"}],
          "axes": {"MEM_BURST_BEATS": [1, 2, 3, 4, 5]},
          "sampling": {"method": "pareto", "points": 100, "population": 20}})",
      "s.json", "", kMetrics));
  const Trace all = sample(space, [](const Space&, int64_t) { return std::vector<double>{1, 1}; });
  EXPECT_EQ(all.points.size(), 6u);
  EXPECT_EQ(all.excluded.size(), 4u);
  expect_legal(space, all);
}

TEST(Permutation, NamesEveryNumberOnce) {
  for (const int64_t size : {1, 2, 3, 4, 5, 63, 64, 65, 1000}) {
    const Permutation order(size, 9);
    std::set<int64_t> seen;
    for (int64_t position = 0; position < size; ++position)
      seen.insert(order.at(position));
    EXPECT_EQ(static_cast<int64_t>(seen.size()), size);
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), size - 1);
  }
}

TEST(Permutation, SpreadsTheFirstNumbersOverAll) {
  const int64_t size = int64_t{1} << 40;
  const Permutation order(size + 3, 1);
  std::vector<int64_t> tenths(10);
  for (int64_t position = 0; position < 10'000; ++position)
    ++tenths[static_cast<size_t>(order.at(position) / (size / 10 + 1))];
  for (const int64_t count : tenths)
    EXPECT_NEAR(static_cast<double>(count), 1000, 150);
}

TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.next(), 10451216379200822465u);  // the published first output for this seed
}

}  // namespace
}  // namespace vta::explore
