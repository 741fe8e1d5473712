// The estimate of kernels one after the other, on sequences that can be worked out by hand, and
// what a convolution says of itself against its geometry.
#include "compiler/schedule/kernel_sequence.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/kernels.h"
#include "config/memory_preset.h"

namespace vta {
namespace {

// Bands of 10 rows: each loads 100 cycles, computes 50 + 10 and stores 40; two slots, two threads.
KernelTimes bands(int64_t count) {
  KernelTimes times;
  times.threads = 2;
  times.weights = {1, 8, 0};
  times.input = {2, 8, 0};
  for (int64_t i = 0; i < count; ++i) {
    TimedStep step;
    step.tile = i;
    step.input = 100;
    step.input_slot = i % 2;
    step.input_behind = i - 2 < 0 ? -1 : i - 2;
    step.reads = {0, {10 * i, 10}, {0, 4}, {0, 1}};
    step.compute = 50;
    times.steps.push_back(step);
    times.tiles.push_back({{0, {10 * i, 10}, {0, 4}, {0, 1}}, 0, 10, 40});
  }
  return times;
}

int64_t cycles(std::initializer_list<TimedKernel> kernels) {
  return cycles_of(std::span(kernels.begin(), kernels.size()));
}

TEST(KernelSequence, UnitsWorkBesideEachOther) {
  const KernelTimes one = bands(1), two = bands(2);
  EXPECT_EQ(cycles({{&one}}), 100 + 60 + 40);
  // The second LOAD begins at 100, and shares the port with the first STORE from 160 on: both end
  // later. The STORE is known first and takes 40; of it 40 lie in the LOAD.
  EXPECT_EQ(cycles({{&two}}), 200 + 60 + 40 + 40);
}

TEST(KernelSequence, ComputeBoundTilesAreOneBehindTheOther) {
  KernelTimes times = bands(3);
  for (TimedStep& step : times.steps)
    step.compute = 1000;
  EXPECT_EQ(cycles({{&times}}), 100 + 3 * 1010 + 40);
  times.threads = 1;  // each waits for the STORE before
  EXPECT_EQ(cycles({{&times}}), 100 + 3 * 1010 + 3 * 40);
}

TEST(KernelSequence, ALoadWaitsForTheStoresThatItReadsAlone) {
  KernelTimes first = bands(2), second = bands(1);
  for (KernelTimes* times : {&first, &second})
    for (TimedStep& step : times->steps)
      step.compute = 1000;
  second.input = {2, 8, 0};
  const int64_t computed = 100 + 2 * 1010;
  // Its rows are the first tile's, which is stored while the second is computed; its slot is the
  // one that the first tile had.
  EXPECT_EQ(cycles({{&first}, {&second, 0}}), computed + 1010 + 40);
  // The second tile's rows: behind its STORE.
  second.steps[0].reads.h = {10, 10};
  EXPECT_EQ(cycles({{&first}, {&second, 0}}), computed + 40 + 100 + 1010 + 40);
  second.steps[0].reads.h = {9, 2};
  EXPECT_EQ(cycles({{&first}, {&second, 0}}), computed + 40 + 100 + 1010 + 40);
  // Of another tensor.
  EXPECT_EQ(cycles({{&first}, {&second}}), computed + 1010 + 40);
}

TEST(KernelSequence, AResidualOperandIsWaitedForBehindTheSteps) {
  KernelTimes first = bands(1), second = bands(1);
  second.tiles[0].residual = 30;
  // Data from before, loaded from 100 on beside the STORE for 40. The operand comes behind it,
  // while the step is computed.
  EXPECT_EQ(cycles({{&first}, {&second, -1, 0}}), 240 + 50 + 10 + 40);
  second.tiles[0].residual = 80;
  EXPECT_EQ(cycles({{&first}, {&second, -1, 0}}), 240 + 80 + 10 + 40);
  // Its LOAD waits for a STORE that is done later than the data is there.
  first.tiles[0].storing = 300;
  EXPECT_EQ(cycles({{&first}, {&second, -1, 0}}), 460 + 80 + 10 + 40);
}

// A slot where the kernel before still works is free when that is done.
TEST(KernelSequence, SlotsAreThoseOfTheKernelBefore) {
  KernelTimes first = bands(1), second = bands(1);
  first.steps[0].compute = second.steps[0].compute = 1000;
  first.input = {1, 8, 0};
  second.input = {1, 16, 0};  // meets [0, 8)
  EXPECT_EQ(cycles({{&first}, {&second}}), 1100 + 140 + 1010 + 40);
  second.input = {2, 16, 0};  // the second slot is behind it
  EXPECT_EQ(cycles({{&first}, {&second}}), 1110 + 1010 + 40);
}

TEST(KernelSequence, ATileWithoutStepsIsStored) {
  KernelTimes times = bands(3);
  times.steps.erase(times.steps.begin(), times.steps.begin() + 2);
  EXPECT_GT(cycles({{&times}}), 3 * 10 + 40);
  times.steps.clear();
  EXPECT_EQ(cycles({{&times}}), 3 * 10 + 40 + 2 * 40 - 2 * 10);
}

// Tiles partition the result, steps read every pixel that a tap uses, and the steps of compute are
// the layer's.
TEST(ConvTimes, AreThoseOfTheLayer) {
  std::mt19937_64 random(81);
  const auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  for (const char* name : {"default", "1x64", "2x16", "1x32.16", "1x16.32"})
    for (int trial = 0; trial < 20; ++trial) {
      const VtaConfig config = named_config(name);
      LayerId layer;
      ConvGeometry& g = layer.geometry;
      g.n = pick(1, 3);
      g.ic = pick(1, 70);
      g.oc = pick(1, 70);
      g.ih = g.iw = pick(3, 20);
      g.kh = g.kw = pick(1, 3);
      g.stride_h = g.stride_w = pick(1, 2);
      g.oh = g.ow = (g.ih - g.kh) / g.stride_h + 1;
      layer.epilogue = {static_cast<int64_t>(pick(1, 5)), 1, pick(0, 1) == 1, 1};
      const ConvDims d = ConvDims::of(g, config);
      const ConvTiles tiles = search_conv_tiles(d, layer.epilogue, config, true);
      const KernelTimes times = times_of_conv(layer, tiles, config);
      const KernelCost cost = conv_cost(d, tiles, layer.epilogue, TileTotals::of(d, tiles), config);
      EXPECT_EQ(times.threads, tiles.threads);
      EXPECT_EQ(times.input.count, tiles.inp_slots);
      EXPECT_EQ(times.weights.count, tiles.wgt_slots);
      std::map<std::array<int64_t, 4>, int> stored;
      int64_t computing = 0, loading = 0, storing = 0;
      for (const TimedTile& tile : times.tiles) {
        const TensorPart& p = tile.writes;
        for (int64_t h = p.h.begin; h < p.h.end(); ++h)
          for (int64_t w = p.w.begin; w < p.w.end(); ++w)
            for (int64_t c = p.groups.begin; c < p.groups.end(); ++c)
              ++stored[{p.batch, h, w, c}];
        storing += tile.storing;
        EXPECT_EQ(tile.residual > 0, layer.epilogue.residual);
      }
      EXPECT_EQ(std::ssize(stored), d.batches * d.oh * d.ow * d.co);
      for (const auto& [place, times_stored] : stored)
        EXPECT_EQ(times_stored, 1);
      for (const TimedStep& step : times.steps) {
        computing += step.compute;
        loading += step.weights + step.input;
        EXPECT_EQ(step.input > 0, !(step.reads.h.size <= 0));
        EXPECT_LT(step.input_behind, &step - times.steps.data());
      }
      const int64_t residual =
          layer.epilogue.residual ? d.batches * d.oh * d.ow * residual_pairs(d) : 0;
      EXPECT_GE(computing, cost.gemm_steps - residual);
      EXPECT_GE(loading + storing, (cost.wgt_bytes + cost.out_bytes) / config.bus_bytes());
      EXPECT_LT(storing,
                cost.out_bytes / config.bus_bytes() + 25 * std::ssize(times.tiles) * (1 + d.co));
    }
}

TEST(ConvTimes, AreNotOfKernelsOfVeryManySteps) {
  LayerId layer;
  layer.geometry = {1, 64, 56, 56, 64, 56, 56, 1, 1};
  layer.epilogue = {1, 0, false, 1};
  ConvTiles tiles = least_conv_tiles(layer.epilogue);
  EXPECT_TRUE(times_of_conv(layer, tiles, named_config("default")).steps.empty());
  tiles.h = tiles.w = 14;
  EXPECT_FALSE(times_of_conv(layer, tiles, named_config("default")).steps.empty());
}

}  // namespace
}  // namespace vta
