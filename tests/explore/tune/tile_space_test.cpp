#include "explore/tune/tile_space.h"

#include <gtest/gtest.h>

#include <set>

#include "compiler/schedule/network_schedule.h"
#include "explore/tune/tiles_text.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta::explore {
namespace {

constexpr const char* kLayers[] = {
    "conv2d 1x64x56x56 -> 128x28x28 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 4 vectors 1",
    "conv2d 1x64x28x28 -> 64x28x28 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual",
    "conv2d 1x64x28x28 -> 128x14x14 kernel 1x1 stride 2x2 pad 0,0,0,0 steps 4 vectors 1",
    "conv2d 3x17x9x20 -> 40x9x20 kernel 1x7 stride 1x1 pad 0,3,0,3 steps 4 vectors 1",
    "conv2d 1x32x14x14 -> 16x14x14 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4 vectors 1 then "
    "max_pool "
    "-> 16x7x7 kernel 3x3 stride 2x2 pad 1,1,1,1",
    "dense 1x512x1x1 -> 1000x1x1 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4",
    "max_pool 1x64x28x28 -> 64x14x14 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 0",
    "sum_pool 1x512x7x7 -> 512x1x1 kernel 7x7 stride 1x1 pad 0,0,0,0 steps 4 vectors 1",
    "alu 1x64x56x56 operands 2 steps 3",
};

class TileSpaces : public ::testing::TestWithParam<std::tuple<int, const char*>> {
 protected:
  LayerId layer() const { return parse_layer(kLayers[std::get<0>(GetParam())], "t"); }
  VtaConfig config() const { return named_config(std::get<1>(GetParam())); }
};

TEST_P(TileSpaces, WhatIsGivenIsLegalAndHasAPointOfItsOwn) {
  const TileSpace space(layer(), config());
  std::mt19937_64 random(3);
  std::set<std::string> seen;
  for (int i = 0; i < 3000; ++i) {
    const TilePoint point = space.random(random);
    const auto tiles = space.tiles(point);
    if (!tiles)
      continue;
    EXPECT_EQ(tiles_problem(layer(), *tiles, config()), "");
    // Simplest forms are simplest forms: through their point they stay what they are, or are legal.
    const auto again = space.tiles(space.point(*tiles));
    EXPECT_TRUE(!again || tiles_problem(layer(), *again, config()).empty());
    seen.insert(tiles_text(*tiles));
  }
  EXPECT_GT(seen.size(), 1U);
}

TEST_P(TileSpaces, LikelyTilesAreLegalAndPredicted) {
  const TileSpace space(layer(), config());
  int64_t visited = 0;
  space.for_each_likely([&](const KernelTiles& tiles, const Prediction& prediction) {
    if (visited++ % 97 != 0)
      return;
    EXPECT_EQ(tiles_problem(layer(), tiles, config()), "") << tiles_text(tiles);
    EXPECT_GT(prediction.cycles, 0);
    const Prediction again = space.predict(tiles);
    EXPECT_EQ(prediction.cycles, again.cycles) << tiles_text(tiles);
    EXPECT_EQ(prediction.bytes, again.bytes) << tiles_text(tiles);
  });
  EXPECT_GT(visited, 0);
}

TEST_P(TileSpaces, NeighboursDifferOnOneAxis) {
  const TileSpace space(layer(), config());
  std::mt19937_64 random(4);
  const TilePoint point = space.random(random);
  for (const TilePoint& next : space.neighbours(point)) {
    int moved = 0;
    for (size_t axis = 0; axis < point.size(); ++axis) {
      moved += std::abs(next[axis] - point[axis]);
      EXPECT_GE(next[axis], 0);
      EXPECT_LT(next[axis], space.extents()[axis]);
    }
    EXPECT_EQ(moved, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, TileSpaces,
                         ::testing::Combine(::testing::Range(0, int{std::size(kLayers)}),
                                            ::testing::Values("default", "tiny", "1x64",
                                                              "1x16.32")));

// Random tiles of the space on random layers and configurations give the very bits, race-free.
TEST(TileSpaceValues, EveryLegalPointComputesTheLayer) {
  std::mt19937_64 random(11);
  int run = 0, split = 0, afresh = 0, padded = 0, strided = 0;
  for (int i = 0; i < 150; ++i) {
    const VtaConfig config = testing::random_config(random);
    ConvGeometry g;
    g.n = testing::pick(random, 1, 3);
    g.ic = testing::pick(random, 1, 70);
    g.oc = testing::pick(random, 1, 70);
    g.ih = testing::pick(random, 3, 12);
    g.iw = testing::pick(random, 3, 12);
    g.kh = testing::pick(random, 1, 3);
    g.kw = testing::pick(random, 1, 3);
    g.stride_h = testing::pick(random, 1, 2);
    g.stride_w = testing::pick(random, 1, 3);
    g.pad_top = testing::pick(random, 0, 2);
    g.pad_left = testing::pick(random, 0, 2);
    g.pad_bottom = testing::pick(random, 0, 1);
    g.pad_right = testing::pick(random, 0, 1);
    g = testing::with_output(g);
    const Kernel kernel = testing::random_conv(random, g, true);
    const std::vector<Tensor> inputs = {testing::random_int8(random, {g.n, g.ic, g.ih, g.iw})};
    LoweredGraph lowered = testing::lowered_kernel(kernel, inputs);
    SchedulePolicy policy = SchedulePolicy::named("fast");
    const auto& packed = std::get<Kernel>(lowered.items[inputs.size()]);
    if (!policy.least_tiles_problem(packed, config).empty())
      continue;
    NetworkSchedule schedule = schedule_network(lowered, policy, config);
    const TileSpace space(schedule.kernels.front().layer, config);
    const Tensor expected = testing::reference_kernel(kernel, inputs);
    for (int points = 0, tries = 0; points < 3 && tries < 500; ++tries) {
      const auto tiles = space.tiles(space.random(random));
      if (!tiles)
        continue;
      schedule.kernels.front().tiles = *tiles;
      Executor executor(generate_program(lowered, schedule, config), make_device("fsim", config));
      executor.set_input(0, inputs[0]);
      testing::run_checked(executor);
      const Tensor got = executor.output(0);
      ASSERT_TRUE(std::ranges::equal(expected.data<int8_t>(), got.data<int8_t>()))
          << config.to_json() << "\n"
          << tiles_text(*tiles) << "\nround " << i;
      const auto& t = std::get<ConvTiles>(*tiles);
      ++points;
      ++run;
      split += t.kh > 0 || t.kw > 0 ? 1 : 0;
      afresh += t.reuse ? 0 : 1;
      padded += t.exact_taps ? 0 : 1;
      strided += t.single_pixels ? 1 : 0;
    }
  }
  EXPECT_GT(run, 200);
  EXPECT_GT(split, 30);
  EXPECT_GT(afresh, 30);
  EXPECT_GT(padded, 30);
  EXPECT_GT(strided, 10);
}

}  // namespace
}  // namespace vta::explore
