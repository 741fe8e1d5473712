// The terms of a difference sum to it, on runs made up by hand and on runs of csim.
#include "explore/compare/difference.h"

#include <gmock/gmock.h>

#include "explore/compare/explain.h"
#include "explore/record/lost_cycles.h"
#include "tests/explore/compare/runs.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

using test::made_layer;
using test::made_run;
using testing::ElementsAre;

std::vector<std::string> names(const std::vector<LayerResult>& layers) {
  std::vector<std::string> out;
  for (const LayerResult& layer : layers)
    out.push_back(layer.name);
  return out;
}

TEST(Difference, StatesAndOverlapSumToTheCycles) {
  const RunRecord a = made_run("a", {made_layer("conv2d_0", 100, {{UnitState::Busy, 90}})});
  const RunRecord b = made_run(
      "b", {made_layer("conv2d_0", 130, {{UnitState::Busy, 95}, {UnitState::TokenPrev, 20}})});
  const RunDifference runs = difference(a, b);
  ASSERT_EQ(runs.layers.size(), 1u);
  const LayerDifference& d = runs.layers[0];
  EXPECT_EQ(d.cycles(), 30);
  EXPECT_EQ(d.states(TimedUnit::Compute)[static_cast<size_t>(UnitState::Busy)], 5);
  EXPECT_EQ(d.states(TimedUnit::Compute)[static_cast<size_t>(UnitState::TokenPrev)], 20);
  EXPECT_EQ(d.overlap(), 5);
}

// The maximum is computed with the layer: other rows at a time make no other layer of it.
TEST(Difference, LayersWithTheirPoolMatchWhateverTheirRows) {
  LayerResult one = made_layer("conv2d_1", 10, {}), two = one;
  one.description = {"1x1/1 8x4x4 -> 8x4x4, then maximum of 2x2/2 8x4x4 -> 8x2x2", "rows w2 co1"};
  two.description = {one.description.geometry, "rows w1 co1"};
  EXPECT_EQ(difference(made_run("a", {one}), made_run("b", {two})).layers.size(), 1u);
}

TEST(Difference, LayersMatchByNameKindAndGeometry) {
  LayerResult wider = made_layer("conv2d_1", 10, {});
  wider.description.geometry = "5x5/1 16x8x8 -> 16x8x8";
  LayerResult other_tiles = made_layer("conv2d_2", 10, {});
  other_tiles.description.tiles = "tile h4 w4 co1 ci1";
  const RunRecord a = made_run("a", {made_layer("conv2d_0", 10, {}), made_layer("conv2d_1", 10, {}),
                                     made_layer("conv2d_2", 10, {})});
  const RunRecord b = made_run("b", {wider, other_tiles, made_layer("conv2d_3", 10, {})});
  const RunDifference runs = difference(a, b);
  ASSERT_EQ(runs.layers.size(), 1u);
  EXPECT_EQ(runs.layers[0].name, "conv2d_2");
  EXPECT_THAT(names(runs.only_a), ElementsAre("conv2d_0", "conv2d_1"));
  EXPECT_THAT(names(runs.only_b), ElementsAre("conv2d_1", "conv2d_3"));
}

// A convolution that moved to the host shifts the kernels' numbers; the network's names stay.
TEST(Difference, LayersMatchByTheirMainOnnxNodeWhereBothRunsTellIt) {
  const auto named = [](const std::string& kernel, const std::string& node) {
    LayerResult layer = made_layer(kernel, 10, {});
    layer.onnx_nodes = {node, node + ".relu"};
    return layer;
  };
  const RunRecord a = made_run(
      "a", {named("conv2d_0", "stem"), named("conv2d_1", "left"), named("conv2d_2", "right")});
  const RunRecord b = made_run("b", {named("conv2d_0", "left"), named("conv2d_1", "right")});
  const RunDifference runs = difference(a, b);
  ASSERT_EQ(runs.layers.size(), 2u);
  EXPECT_EQ(runs.layers[0].name, "conv2d_1");
  EXPECT_EQ(runs.layers[0].b.name, "conv2d_0");
  EXPECT_THAT(names(runs.only_a), ElementsAre("conv2d_0"));
  EXPECT_TRUE(runs.only_b.empty());
  // Another export of the network, with names of its own: the kernels' names serve.
  const RunRecord c = made_run("c", {named("conv2d_0", "x"), named("conv2d_1", "y")});
  EXPECT_EQ(difference(a, c).layers.size(), 2u);
}

TEST(Difference, MoreImagesAreTheSameLayerWithMoreWork) {
  const RunRecord a = made_run("a", {made_layer("conv2d_0", 10, {})});
  RunRecord b = a;
  b.images = 4;
  EXPECT_EQ(difference(a, b).layers.size(), 0u);
  b.result.layers[0].macs *= 4;
  EXPECT_EQ(difference(a, b).layers.size(), 1u);
}

TEST(Difference, SettingsAreThoseThatDiffer) {
  const RunRecord a = made_run("a", {});
  RunRecord b = a;
  b.origin = "b";
  b.schedule = "reference";
  b.config.log_bus_width = 7;
  EXPECT_THAT(difference(a, b).settings,
              ElementsAre(SettingDifference{"schedule", "fast", "reference"},
                          SettingDifference{"LOG_BUS_WIDTH", "6", "7"}));
  EXPECT_TRUE(difference(a, a).settings.empty());
}

// Every pair of settings that changes something else: memory, tiles, blocks, images.
class RealRuns : public ::testing::TestWithParam<test::SmallRunOptions> {
 protected:
  static RunRecord run(const test::SmallRunOptions& options) {
    return test::small_run(options).record("run");
  }
  RunDifference runs_ = difference(run({.memory = "ideal8"}), run(GetParam()));
};

TEST_P(RealRuns, TermsSumToTheDifferenceOfEveryLayerAndOfTheWhole) {
  int64_t layers = runs_.outside.cycles(), overlap = runs_.outside.overlap();
  for (const LayerDifference& layer : runs_.layers) {
    EXPECT_EQ(total(layer.states(TimedUnit::Compute)) + layer.overlap(), layer.cycles());
    layers += layer.cycles();
    overlap += layer.overlap();
  }
  // A kernel that only one of them has (published schedules fuse nothing, wide blocks gather
  // windows) overlaps its neighbours there.
  const bool same_kernels = runs_.only_a.empty() && runs_.only_b.empty();
  EXPECT_EQ(same_kernels, GetParam().schedule == "fast" && GetParam().config == "default");
  for (const LayerResult& layer : runs_.only_a)
    layers -= layer.timing.cycles;
  for (const LayerResult& layer : runs_.only_b)
    layers += layer.timing.cycles;
  EXPECT_EQ(layers, runs_.total.cycles());
  if (same_kernels) {
    EXPECT_EQ(overlap, 0);
  }
  EXPECT_EQ(runs_.total.overlap(), 0);
  EXPECT_EQ(runs_.total.cycles(), runs_.b.result.timing.cycles - runs_.a.result.timing.cycles);
}

TEST_P(RealRuns, CausesSumToTheDifference) {
  for (const LayerDifference& layer : runs_.layers) {
    int64_t sum = 0;
    for (const Cause& cause : causes(runs_, layer)) {
      EXPECT_NE(cause.cycles, 0);
      EXPECT_FALSE(cause.text.empty());
      sum += cause.cycles;
    }
    EXPECT_EQ(sum, layer.cycles()) << layer.name;
  }
}

TEST_P(RealRuns, TheOtherWayRoundItIsTheNegative) {
  const RunDifference back = difference(runs_.b, runs_.a);
  ASSERT_EQ(back.layers.size(), runs_.layers.size());
  for (size_t i = 0; i < back.layers.size(); ++i) {
    EXPECT_EQ(back.layers[i].cycles(), -runs_.layers[i].cycles());
    EXPECT_EQ(back.layers[i].overlap(), -runs_.layers[i].overlap());
  }
}

TEST_P(RealRuns, ARunDoesNotDifferFromItself) {
  const RunDifference same = difference(runs_.b, runs_.b);
  EXPECT_TRUE(same.settings.empty());
  for (const LayerDifference& layer : same.layers)
    EXPECT_EQ(explain(same, layer), "no change");
  EXPECT_EQ(explain(same, same.total), "no change");
}

INSTANTIATE_TEST_SUITE_P(Settings, RealRuns,
                         ::testing::Values(test::SmallRunOptions{.memory = "ddr,bus=16"},
                                           test::SmallRunOptions{.memory = "ideal8,read=200"},
                                           test::SmallRunOptions{.schedule = "reference"},
                                           test::SmallRunOptions{.config = "1x32"},
                                           test::SmallRunOptions{.images = 2}));

}  // namespace
}  // namespace vta::explore
