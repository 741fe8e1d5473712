// Limits: what they mean at their edge, and every way to write one wrongly.
#include "explore/compare/gate.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/explore/compare/runs.h"

namespace vta::explore {
namespace {

using test::made_layer;
using test::made_run;
using testing::HasSubstr;

RunDifference changed(int64_t a, int64_t b) {
  return difference(made_run("a", {made_layer("conv2d_0", a, {}), made_layer("conv2d_1", 10, {})}),
                    made_run("b", {made_layer("conv2d_0", b, {}), made_layer("conv2d_1", 10, {})}));
}

bool fails(const std::string& gate, int64_t a, int64_t b) {
  const auto outcomes = check_gate(parse_gate("conv2d_0:" + gate), changed(a, b));
  EXPECT_EQ(outcomes.size(), 1u);
  return outcomes.at(0).failed;
}

TEST(Gate, AShareIsOfAAndItsEdgeIsKept) {
  EXPECT_FALSE(fails("cycles>+1%", 1000, 1010));
  EXPECT_TRUE(fails("cycles>+1%", 1000, 1011));
  EXPECT_FALSE(fails("cycles>+1%", 1000, 500));
  EXPECT_FALSE(fails("cycles<-1%", 1000, 990));
  EXPECT_TRUE(fails("cycles<-1%", 1000, 989));
  EXPECT_TRUE(fails("cycles>-5%", 1000, 951));  // it must fall by 5 %
  EXPECT_FALSE(fails("cycles>-5%", 1000, 950));
}

TEST(Gate, ANumberIsOfCycles) {
  EXPECT_FALSE(fails("cycles>+10", 1000, 1010));
  EXPECT_TRUE(fails("cycles>+10", 1000, 1011));
  EXPECT_TRUE(fails("cycles>+0", 1000, 1001));
  EXPECT_FALSE(fails("cycles>+0", 1000, 1000));
  EXPECT_TRUE(fails("cycles<-0", 1000, 999));
}

TEST(Gate, DecimalsAreExact) {
  EXPECT_FALSE(fails("cycles>+0.1%", 1000000, 1001000));
  EXPECT_TRUE(fails("cycles>+0.1%", 1000000, 1001001));
  EXPECT_TRUE(fails("cycles>+0.000001%", int64_t{1} << 50, (int64_t{1} << 50) + 11258999907));
  EXPECT_FALSE(fails("cycles>+0.000001%", int64_t{1} << 50, (int64_t{1} << 50) + 11258999));
}

TEST(Gate, AnythingIsMoreThanAShareOfNothing) {
  EXPECT_TRUE(fails("cycles>+50%", 0, 1));
  EXPECT_FALSE(fails("cycles>+50%", 0, 0));
}

TEST(Gate, EveryMetricIsTheLayersOwn) {
  LayerResult layer = made_layer("conv2d_0", 1, {});
  layer.counters = {2, 3, 4, 5, 6, 7, 8};
  layer.insns = 9;
  std::vector<int64_t> values;
  layer.bound_compute = 10;
  layer.bound_memory = 11;
  for (const Quantity& quantity : quantities())
    if (is_limitable(quantity) && quantity.of_kernel && quantity.kind != QuantityKind::Least)
      values.push_back(quantity.of_kernel(layer));
  EXPECT_THAT(values, testing::ElementsAre(1, 9, 2, 3, 4, 5, 6, 7, 8, 2 + 3 + 4 + 5 + 6, 10, 11));
}

// A layer of 1000 cycles of which no schedule avoids `least`.
RunDifference with_least(int64_t least_a, int64_t least_b) {
  const auto run = [](const char* name, int64_t least) {
    LayerResult layer = made_layer("conv2d_0", 1000, {});
    layer.least_compute = least;
    RunRecord made = made_run(name, {layer});
    made.result.least_cycles = made.result.least_compute = least;
    return made;
  };
  return difference(run("a.json", least_a), run("b.json", least_b));
}

bool breaks(const std::string& gate, const RunDifference& runs) {
  return check_gate(parse_gate(gate), runs).at(0).failed;
}

// Of a share +1 is a percentage point, +1% a hundredth of it.
TEST(Gate, SharesAndLeastBoundsHaveLimits) {
  const RunDifference runs = with_least(500, 490);
  for (const std::string layer : {"", "conv2d_0:"}) {
    SCOPED_TRACE(layer);
    EXPECT_TRUE(breaks(layer + "least_cycles<-9", runs));
    EXPECT_FALSE(breaks(layer + "least_cycles<-10", runs));
    EXPECT_TRUE(breaks(layer + "least_percent<-0.9", runs));
    EXPECT_FALSE(breaks(layer + "least_percent<-1.1", runs));
    EXPECT_TRUE(breaks(layer + "least_percent<-1.9%", runs));
    EXPECT_FALSE(breaks(layer + "least_percent<-2.1%", runs));
    EXPECT_FALSE(breaks(layer + "least_percent>+0", runs));
  }
  EXPECT_EQ(outcome_text(check_gate(parse_gate("layer_bound_percent<-1.9%"), runs).at(0)),
            "least_percent -2.0 % (50 -> 49) breaks layer_bound_percent<-1.9%");
}

TEST(Gate, WhatIsNotKnownHasNoLimit) {
  const auto refused_on = [](const std::string& gate, const RunDifference& runs) {
    try {
      check_gate(parse_gate(gate), runs);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(
      refused_on("least_cycles>+0", with_least(500, 0)),
      "--fail-if 'least_cycles>+0': least_cycles is not known of the whole run in b.json: the "
      "limit would check nothing");
  EXPECT_THAT(refused_on("*:least_percent>+0", with_least(0, 500)),
              HasSubstr("roofline_percent is not known of layer conv2d_0 in a.json"));
  EXPECT_THAT(refused_on("conv2d_0:bus_percent>+0", with_least(1, 1)),
              HasSubstr("bus_percent is not known of layer conv2d_0"));
  EXPECT_THAT(refused_on("clock_mhz>+0", with_least(1, 1)), HasSubstr("is not known"));
  EXPECT_EQ(refused_on("bus_percent>+0", with_least(1, 1)), "accepted");
}

// Every metric that can be named has a limit on a run that knows it, or is refused.
TEST(Gate, EveryNameIsReadOrRefused) {
  const RunDifference runs = with_least(500, 500);
  for (const std::string_view name : limitable_names())
    try {
      EXPECT_FALSE(breaks(fmt::format("{}>+0", name), runs)) << name;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr("is not known of the whole run")) << name;
    }
}

TEST(Gate, NamesOfBeforeMeanWhatTheyMeant) {
  EXPECT_EQ(parse_gate("insns>+0").metric, "instructions");
  EXPECT_EQ(parse_gate("*:dram_bytes>+1%").metric, "total_nbytes");
  EXPECT_EQ(parse_gate("bound_memory>+0").metric, "issued_memory");
  EXPECT_EQ(parse_gate("bound_memory>+0").text, "bound_memory>+0");
}

TEST(Gate, WithoutALayerItIsOfTheWholeRun) {
  const auto outcomes = check_gate(parse_gate("cycles>+1%"), changed(1000, 1020));
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_TRUE(outcomes[0].failed);
  EXPECT_EQ(outcomes[0].a, Figure(int64_t{1010}));
  EXPECT_EQ(outcome_text(outcomes[0]), "cycles +2.0 % (1,010 -> 1,030) breaks cycles>+1%");
}

TEST(Gate, AStarIsEveryLayer) {
  const auto outcomes = check_gate(parse_gate("*:cycles>+1%"), changed(1000, 1020));
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_EQ(outcome_text(outcomes[0]),
            "conv2d_0: cycles +2.0 % (1,000 -> 1,020) breaks *:cycles>+1%");
  EXPECT_EQ(outcome_text(outcomes[1]), "conv2d_1: cycles +0.0 % (10 -> 10) keeps *:cycles>+1%");
}

std::string refused(const std::string& text) {
  try {
    parse_gate(text);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Gate, MistakesAreNamedWithWhatIsLegal) {
  EXPECT_EQ(refused("cycles"),
            "--fail-if 'cycles': it has neither > nor <; legal are [LAYER:]METRIC>+N, >+N%, <-N, "
            "<-N%, e.g. cycles>+1%");
  EXPECT_THAT(refused("cycle>+1%"), HasSubstr("metric 'cycle' is not known: known are "
                                              "cycles, instructions, inp_load_nbytes, "));
  EXPECT_THAT(refused("cycles>1%"), HasSubstr("the change '1' has no sign"));
  EXPECT_THAT(refused("cycles>"), HasSubstr("the change '' has no sign"));
  for (const char* text :
       {"cycles>+", "cycles>+%", "cycles>+x", "cycles>+1.", "cycles>+.5", "cycles>+1e3",
        "cycles>+1.0000001", "cycles>+1234567890123", "cycles>++1", "cycles>=+1%"})
    EXPECT_THAT(refused(text), testing::AnyOf(HasSubstr("is not a number with at most 12 digits"),
                                              HasSubstr("has no sign")))
        << text;
  EXPECT_THAT(refused(":cycles>+1%"), HasSubstr("the layer before ':' is empty"));
}

TEST(Gate, ALayerThatIsNotInBothRunsIsRefused) {
  try {
    check_gate(parse_gate("conv2d_7:cycles>+1%"), changed(1, 2));
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(),
                 "--fail-if 'conv2d_7:cycles>+1%': layer 'conv2d_7' is not in both runs: known are "
                 "conv2d_0, conv2d_1; the nearest is conv2d_0");
  }
  const RunRecord nothing = made_run("a", {});
  EXPECT_THROW(check_gate(parse_gate("*:cycles>+1%"), difference(nothing, nothing)), UsageError);
}

}  // namespace
}  // namespace vta::explore
