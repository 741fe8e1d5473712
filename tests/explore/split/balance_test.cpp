#include "explore/split/balance.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <random>

#include "compiler/split/split_graph.h"
#include "explore/split/segment_cost.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The best of all choices, tried one by one: the least of the costliest part, then of the bytes.
// Every part has its own costs.
std::pair<int64_t, int64_t> exhaustive(const std::vector<const SegmentCosts*>& by_part,
                                       const std::vector<int64_t>& bytes) {
  const auto parts = std::ssize(by_part);
  std::pair<int64_t, int64_t> best{INT64_MAX, 0};
  const std::function<void(size_t, int64_t, int64_t, int64_t)> go =
      [&](size_t from, int64_t left, int64_t greatest, int64_t crossing) {
        const SegmentCosts& costs = *by_part[static_cast<size_t>(parts - left)];
        if (left == 1) {
          const int64_t cost = costs[from].back();
          if (cost >= 0)
            best = std::min(best, {std::max(greatest, cost), crossing});
          return;
        }
        for (size_t to = from + 1; to + 1 < costs.size(); ++to)
          if (costs[from][to] >= 0)
            go(to, left - 1, std::max(greatest, costs[from][to]), crossing + bytes[to - 1]);
      };
  go(0, parts, 0, 0);
  return best;
}

std::pair<int64_t, int64_t> exhaustive(const SegmentCosts& costs, const std::vector<int64_t>& bytes,
                                       int64_t parts) {
  return exhaustive(std::vector<const SegmentCosts*>(static_cast<size_t>(parts), &costs), bytes);
}

void expect_best(const SegmentCosts& costs, const std::vector<int64_t>& bytes, int64_t parts) {
  const BalancedCuts found = best_cuts(costs, bytes, parts);
  const auto [greatest, crossing] = exhaustive(costs, bytes, parts);
  EXPECT_EQ(found.greatest, greatest);
  EXPECT_EQ(found.crossing_bytes, crossing);
  ASSERT_EQ(std::ssize(found.cuts), parts - 1);
  size_t from = 0;
  int64_t seen = 0, sum = 0;
  for (const size_t cut : found.cuts) {
    ASSERT_GT(cut, from);
    seen = std::max(seen, costs[from][cut]);
    sum += bytes[cut - 1];
    from = cut;
  }
  EXPECT_EQ(std::max(seen, costs[from].back()), greatest);
  EXPECT_EQ(sum, crossing);
}

TEST(Balance, TheCostliestPartCostsLeast) {
  // Layers of 4, 1, 3 and 2 cycles.
  SegmentCosts costs(5, std::vector<int64_t>(5, -1));
  const std::vector<int64_t> ends = {0, 4, 5, 8, 10};
  for (size_t i = 0; i < 5; ++i)
    for (size_t j = i + 1; j < 5; ++j)
      costs[i][j] = ends[j] - ends[i];
  EXPECT_THAT(best_cuts(costs, {1, 1, 1}, 2).cuts, ElementsAre(2));
  EXPECT_THAT(best_cuts(costs, {1, 1, 1}, 3).cuts, ElementsAre(1, 3));
  EXPECT_THAT(best_cuts(costs, {1, 1, 1}, 1).cuts, ElementsAre());
  EXPECT_THAT(best_cuts(costs, {1, 1, 1}, 4).cuts, ElementsAre(1, 2, 3));
}

SegmentCosts random_costs(size_t ends, std::mt19937_64& random) {
  SegmentCosts costs(ends, std::vector<int64_t>(ends, -1));
  for (size_t i = 0; i < ends; ++i)
    for (size_t j = i + 1; j < ends; ++j)
      costs[i][j] = static_cast<int64_t>(random() % 20);
  return costs;
}

// Devices of different speed.
TEST(Balance, EachPartHasItsOwnCosts) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const size_t ends = 4 + random() % 6;
    std::vector<int64_t> bytes(ends - 2);
    for (int64_t& b : bytes)
      b = static_cast<int64_t>(random() % 9);
    const std::vector<SegmentCosts> tables = {random_costs(ends, random),
                                              random_costs(ends, random)};
    std::vector<const SegmentCosts*> by_part(1 + random() % (ends - 1));
    for (const SegmentCosts*& table : by_part)
      table = &tables[random() % 2];
    const BalancedCuts found = best_cuts(by_part, bytes);
    const auto [greatest, crossing] = exhaustive(by_part, bytes);
    EXPECT_EQ(found.greatest, greatest) << "round " << round;
    EXPECT_EQ(found.crossing_bytes, crossing) << "round " << round;
    size_t from = 0;
    for (size_t p = 0; p < by_part.size(); ++p) {
      const size_t to = p + 1 < by_part.size() ? found.cuts[p] : ends - 1;
      EXPECT_LE((*by_part[p])[from][to], greatest) << "round " << round;
      from = to;
    }
  }
}

TEST(Balance, AsAnExhaustiveSearchOnRandomCosts) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    const size_t ends = 3 + random() % 8;
    SegmentCosts costs(ends, std::vector<int64_t>(ends, -1));
    for (size_t i = 0; i < ends; ++i)
      for (size_t j = i + 1; j < ends; ++j)
        costs[i][j] = static_cast<int64_t>(random() % 20);  // not even longer ones cost more
    std::vector<int64_t> bytes(ends - 2);
    for (int64_t& b : bytes)
      b = static_cast<int64_t>(random() % 9);
    for (int64_t parts = 1; parts < static_cast<int64_t>(ends); ++parts)
      expect_best(costs, bytes, parts);
  }
}

TEST(Balance, MorePartsThanThereAreCutsForAreRefused) {
  const SegmentCosts costs(4, std::vector<int64_t>(4, 1));
  for (const int64_t parts : {int64_t{0}, int64_t{4}})
    EXPECT_THAT(error_text<UsageError>([&] {
                  best_cuts(costs, {1, 1}, parts);
                }),
                HasSubstr(fmt::format("--parts is {}: this network has 2 places to cut, legal are "
                                      "1 to 3 parts",
                                      parts)));
}

// Exact costs of all segments, each by its own compilation and simulation.
TEST(Balance, Resnet18InTwoThreeAndFourPartsAsAnExhaustiveSearch) {
  CompileOptions options = testing::options_for("default");
  options.stop_after = "quantize";
  CompileResult whole = compile_graph(testing::zoo_network("resnet18_v1"), options);
  options.stop_after.clear();
  options.quantized = true;
  const SteppedGraph graph = step_graph(whole.quantized);
  const std::vector<LinearCut> cuts = linear_cuts(graph);
  std::vector<int64_t> bytes;
  for (const LinearCut& cut : cuts)
    bytes.push_back(std::ssize(cut.values) * 1000 + cut.steps);
  const SegmentCosts costs = segment_costs(graph, cuts, options, 4, false, 2);
  for (const int64_t parts : {2, 3, 4}) {
    expect_best(costs, bytes, parts);
    const BalancedCuts found = best_cuts(costs, bytes, parts);
    std::vector<int64_t> behind;
    for (const size_t cut : found.cuts)
      behind.push_back(cuts[cut - 1].steps);
    int64_t greatest = 0;  // of the parts as they are
    for (const Graph& part : split_graph(graph, parts_behind(graph, behind)).parts)
      greatest = std::max(greatest, cost_of_part(part, options).cycles);
    EXPECT_EQ(greatest, found.greatest);
    EXPECT_LT(greatest, cost_of_part(graph.graph, options).cycles * 3 / (2 * parts));
  }
}

}  // namespace
}  // namespace vta::explore
