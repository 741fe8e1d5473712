#include "compiler/passes/placement.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using testing::HasSubstr;

// A call of each line, in order.
Graph small_graph() {
  return parse_graph(R"(def @main(%x: Tensor[(1, 4, 8, 8), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2]);
  %1 = nn.relu(%0);
  %2 = abs(%1);
  %3 = nn.relu(%2);
  %4 = nn.max_pool2d(%3, pool_size=[1, 1], strides=[1, 1]);
  nn.global_avg_pool2d(%4)
})",
                     "test.ir");
}

NodeId nth(const Graph& graph, std::string_view op, int n) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == op && n-- == 0)
      return id;
  return -1;
}

std::string refused(std::string_view region) {
  return error_text<UsageError>([&] { find_region(small_graph(), parse_region(region)); });
}

TEST(Region, ReadsOperatorsAndOccurrences) {
  const Region region = parse_region("nn.conv2d:3..add");
  EXPECT_EQ(region.from.op, "nn.conv2d");
  EXPECT_EQ(region.from.occurrence, 3);
  EXPECT_EQ(region.to.op, "add");
  EXPECT_EQ(region.to.occurrence, OperatorPlace::kFirst);
  EXPECT_EQ(region.text(), "nn.conv2d:3..add");
}

TEST(Region, WhatIsNoneIsNamedWithItsForm) {
  for (const char* text : {"", "..", "a", "a..", "..b", "a.b", "a:..b", "a:-1..b", "a:1x..b",
                           "a..b..c", ":1..b", "a:99999999999999999999..b"})
    EXPECT_THAT(error_text<UsageError>([&] { parse_region(text); }),
                testing::AllOf(HasSubstr(std::string("region '") + text + "'"),
                               HasSubstr("FROM[:N]..TO[:N]")))
        << text;
}

TEST(Region, IsBetweenItsEndsAndWithoutThem) {
  const Graph graph = small_graph();
  const RegionEnds ends = find_region(graph, parse_region("max_pool2d..global_avg_pool2d"));
  EXPECT_EQ(ends.from, nth(graph, "nn.max_pool2d", 0));
  EXPECT_EQ(ends.to, nth(graph, "nn.global_avg_pool2d", 0));
  EXPECT_FALSE(ends.holds(ends.from));
  EXPECT_TRUE(ends.holds(ends.from + 1));
  EXPECT_TRUE(ends.holds(ends.to - 1));
  EXPECT_FALSE(ends.holds(ends.to));
}

TEST(Region, OccurrencesCountFromZero) {
  const Graph graph = small_graph();
  const RegionEnds ends = find_region(graph, parse_region("nn.relu:0..relu:1"));
  EXPECT_EQ(ends.from, nth(graph, "nn.relu", 0));
  EXPECT_EQ(ends.to, nth(graph, "nn.relu", 1));
}

TEST(Region, AnEndWithoutOccurrenceIsTheFirstBehindTheBegin) {
  const Graph graph = small_graph();
  EXPECT_EQ(find_region(graph, parse_region("abs..max_pool2d")).to, nth(graph, "nn.max_pool2d", 1));
}

TEST(Region, WhatTheGraphLacksIsNamedWithWhatItHas) {
  EXPECT_THAT(refused("max_pool3d..relu"),
              HasSubstr("the graph has no operator 'max_pool3d'; it has abs:0, "
                        "nn.global_avg_pool2d:0, nn.max_pool2d:0 to 1, nn.relu:0 to 1, the nearest "
                        "is max_pool2d"));
  EXPECT_THAT(refused("relu:2..max_pool2d"),
              HasSubstr("there is no relu:2, the graph has relu:0 to 1"));
  EXPECT_THAT(refused("relu..abs:1"), HasSubstr("there is no abs:1, the graph has abs:0"));
}

TEST(Region, GoesForward) {
  EXPECT_THAT(refused("relu:1..relu:0"), HasSubstr("nn.relu:0 does not come after nn.relu:1"));
  EXPECT_THAT(refused("abs:0..abs:0"), HasSubstr("abs:0 does not come after abs:0"));
  EXPECT_THAT(refused("max_pool2d:1..abs"),
              HasSubstr("no abs comes after max_pool2d:1, the graph has abs:0"));
}

TEST(Region, HoldsSomething) {
  EXPECT_THAT(refused("max_pool2d..relu"),
              HasSubstr("there is no operator between nn.max_pool2d:0 and nn.relu:0"));
}

}  // namespace
}  // namespace vta
