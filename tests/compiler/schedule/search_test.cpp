// What the search decides for layers of which the answer is known.
#include <gtest/gtest.h>

#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/layer_id.h"
#include "config/memory_preset.h"

namespace vta {
namespace {

struct Found {
  ConvDims dims;
  ConvTiles tiles;
  KernelCost cost;
};

Found found(std::string_view text, const std::string& config_name, const std::string& memory) {
  const LayerId layer = parse_layer(text, "t");
  const VtaConfig config = apply_memory(named_config(config_name), memory);
  const ConvDims d = ConvDims::of(layer.geometry, config);
  const ConvTiles t = search_conv_tiles(d, layer.epilogue, config, true);
  EXPECT_EQ(conv_tiles_problem(d, t, layer.epilogue, config), "");
  return {d, t, conv_cost(d, t, layer.epilogue, TileTotals::of(d, t), config)};
}

constexpr std::string_view kMiddle =
    "conv2d 1x256x14x14 -> 256x14x14 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual";

// INP has 512 elements. Two slots of a whole image of 196 leave room for half an image of the
// residual operand, and then the 589,824 bytes of weights are loaded once, the input 1.5 times.
TEST(ConvSearch, ResidualInHalvesLeavesRoomForWholeImages) {
  const Found f = found(kMiddle, "1x64", "ddr,bus=16");
  EXPECT_EQ(f.tiles.h, 14);
  EXPECT_EQ(f.tiles.w, 14);
  EXPECT_EQ(f.tiles.inp_slots, 2);
  EXPECT_EQ(f.tiles.residual_groups, 1);
  EXPECT_EQ(f.tiles.residual_rows, 7);
  EXPECT_EQ(residual_elements(f.dims, f.tiles), 98);
  EXPECT_EQ(residual_parts(f.tiles), 2 * f.tiles.co);
  EXPECT_EQ(f.cost.wgt_bytes, 589'824);
  EXPECT_EQ(f.cost.inp_bytes, 50'176 * 3 / 2 + 50'176);  // and the residual operand
}

// Where compute is the limit, parts would only be waited for.
TEST(ConvSearch, ResidualStaysWholeWhereThereIsRoom) {
  EXPECT_EQ(found(kMiddle, "default", "ideal8").tiles.residual_rows, 0);
  EXPECT_EQ(found(kMiddle, "1x32", "ddr,bus=16").tiles.residual_rows, 0);
}

// A scratchpad of 512 pixels: without those that no tap reads two slots hold the whole image.
TEST(ConvSearch, SmallScratchpadsLeaveOutPixelsThatNoTapReads) {
  const Found f =
      found("conv2d 1x1024x14x14 -> 2048x7x7 kernel 1x1 stride 2x2 pad 0,0,0,0 steps 4 vectors 1",
            "2x16", "ideal8");
  EXPECT_TRUE(f.tiles.single_pixels);
  EXPECT_EQ(f.tiles.h * f.tiles.w, 49);
  EXPECT_FALSE(found("conv2d 1x64x56x56 -> 128x28x28 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 4 "
                     "vectors 1",
                     "2x16", "ideal8")
                   .tiles.single_pixels);
}

// One memo for axes that differ in one thing each.
TEST(AxisMemo, TotalsAreThoseOfEveryAxis) {
  AxisMemo memo;
  const ConvAxis axes[] = {{14, 3, 1, 1, 14, 1}, {14, 3, 2, 1, 28, 1}, {14, 3, 2, 0, 28, 1},
                           {14, 3, 1, 2, 14, 2}, {7, 3, 1, 1, 14, 1},  {14, 1, 1, 1, 14, 1},
                           {14, 3, 1, 1, 15, 1}};
  for (int round = 0; round < 2; ++round)
    for (const ConvAxis& axis : axes)
      for (const int64_t part : {axis.kernel, int64_t{1}})
        for (const Pixels pixels : {Pixels::Padded, Pixels::Inside, Pixels::Read}) {
          const std::vector<int64_t> sizes = part_sizes(axis.out);
          const std::vector<AxisTotals>& known = memo.totals(axis, part, pixels);
          ASSERT_EQ(known.size(), sizes.size());
          for (size_t k = 0; k < sizes.size(); ++k) {
            const AxisTotals own = axis_totals(axis, sizes[k], part, pixels);
            EXPECT_EQ(known[k].read, own.read);
            EXPECT_EQ(known[k].widest, own.widest);
            EXPECT_EQ(known[k].pitch, own.pitch);
            EXPECT_EQ(known[k].taps, own.taps);
            EXPECT_EQ(known[k].gemms, own.gemms);
            EXPECT_EQ(known[k].kinds, own.kinds);
          }
        }
}

}  // namespace
}  // namespace vta
