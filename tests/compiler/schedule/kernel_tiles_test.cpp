#include "compiler/kernels/kernel_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/kernels/conv/tile_memo.h"
#include "compiler/kernels/conv_pool/kind.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

LayerId layer(std::string_view text) {
  return parse_layer(text, "t");
}

KernelTiles searched(const LayerId& id, const VtaConfig& config) {
  TileMemo memo;
  return kind_of(id).search(id, config, memo);
}

std::string problem(std::string_view text, const KernelTiles& tiles,
                    const std::string& config = "default") {
  return tiles_problem(layer(text), tiles, named_config(config));
}

constexpr std::string_view kPool =
    "max_pool 1x64x112x112 -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 0";
constexpr std::string_view kAlu = "alu 1x64x56x56 operands 2 steps 3";
constexpr std::string_view kPair =
    "conv2d 1x147x112x112 -> 64x112x112 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4 vectors 1 then "
    "max_pool -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1";

TEST(TilesProblem, OfAPoolNamesTheFieldAndWhatIsLegal) {
  const PoolTiles fits{1, 4, 28, 3, 3, 2};
  EXPECT_EQ(problem(kPool, fits), "");
  const auto with = [&](int64_t PoolTiles::*field, int64_t value) {
    PoolTiles t = fits;
    t.*field = value;
    return problem(kPool, t);
  };
  EXPECT_EQ(with(&PoolTiles::h, 0), "h is 0, legal are 1 to 56");
  EXPECT_EQ(with(&PoolTiles::w, 57), "w is 57, legal are 1 to 56");
  EXPECT_EQ(with(&PoolTiles::kh, 4), "kh is 4, legal are 1 to 3");
  EXPECT_EQ(with(&PoolTiles::kw, 0), "kw is 0, legal are 1 to 3");
  EXPECT_EQ(with(&PoolTiles::out_slots, 3), "out_slots is 3, legal are 1 to 2");
  // Several groups are for whole planes.
  EXPECT_EQ(with(&PoolTiles::groups, 2), "groups is 2, legal is 1");
  // 113 x 9 inputs and two of 56 x 4 outputs; one row more is 113 x 11 and 56 x 5.
  EXPECT_EQ(with(&PoolTiles::w, 56), "");
  PoolTiles tall = fits;
  tall.w = 56;
  tall.h = 12;
  EXPECT_EQ(problem(kPool, tall),
            "the tile needs 4144 accumulator elements, the scratchpad has 2048");
  constexpr std::string_view kWhole =
      "sum_pool 1x512x7x7 -> 512x1x1 kernel 7x7 stride 1x1 pad 0,0,0,0 steps 4 vectors 1";
  EXPECT_EQ(problem(kWhole, PoolTiles{32, 1, 1, 7, 7, 1}), "");
  EXPECT_EQ(problem(kWhole, PoolTiles{33, 1, 1, 7, 7, 1}), "groups is 33, legal are 1 to 32");
  EXPECT_EQ(problem(kWhole, PoolTiles{32, 1, 1, 1, 7, 1}), "groups is 32, legal is 1");
}

TEST(TilesProblem, OfAnElementWiseKernelNamesTheFieldAndWhatIsLegal) {
  EXPECT_EQ(problem(kAlu, AluTiles{512, 2}), "");
  EXPECT_EQ(problem(kAlu, AluTiles{513, 2}), "elements is 513, legal are 1 to 512");
  EXPECT_EQ(problem(kAlu, AluTiles{1024, 1}), "");
  EXPECT_EQ(problem(kAlu, AluTiles{1025, 1}), "elements is 1025, legal are 1 to 1024");
  EXPECT_EQ(problem(kAlu, AluTiles{0, 1}), "elements is 0, legal are 1 to 1024");
  EXPECT_EQ(problem(kAlu, AluTiles{1, 3}), "threads is 3, legal are 1 to 2");
  EXPECT_EQ(problem("alu 1x16x3x3 operands 1 steps 1", AluTiles{10, 1}),
            "elements is 10, legal are 1 to 9");  // no more than there are
  // An element of the result is two of ACC: none of them stands alone.
  EXPECT_EQ(problem(kAlu, AluTiles{1, 1}, "1x32.16"), "elements is 1, legal are 2 to 1024");
}

TEST(TilesProblem, OfAConvolutionWithItsPoolNamesTheFieldAndWhatIsLegal) {
  const ConvPoolTiles fits{4, 56, 4};
  EXPECT_EQ(problem(kPair, fits), "");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{5, 56, 4}), "co is 5, legal are 1 to 4");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{4, 113, 4}), "columns is 113, legal are 1 to 112");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{4, 55, 4}),
            "columns is 55, legal are multiples of the stride 2 and all 112");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{4, 56, 2}), "row_slots is 2, legal are 3 to 2048");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{4, 112, 4}),
            "two loads of the data take 2240 elements, the scratchpad has 2048");
  EXPECT_EQ(problem(kPair, ConvPoolTiles{4, 56, 5}),
            "rows of sums and vectors take 2244 elements, the scratchpad has 2048");
  const std::string_view dense =
      "conv2d 1x16x8x8 -> 16x8x8 kernel 3x3 stride 1x1 pad 1,1,1,1 "
      "steps 4 then max_pool -> 16x4x4 kernel 3x3 stride 2x2 pad 1,1,1,1";
  EXPECT_TRUE(problem(dense, ConvPoolTiles{1, 8, 3})
                  .starts_with("the convolution and its pool cannot be computed together"));
}

// What a policy chooses is legal, on every configuration.
TEST(TilesProblem, NoneOfWhatIsChosen) {
  for (const char* name : {"default", "1x32", "2x16", "1x16.32", "1x32.16", "1x8", "tiny"}) {
    const VtaConfig config = named_config(name);
    const LayerId pool = layer(kPool), alu = layer(kAlu), pair = layer(kPair);
    EXPECT_EQ(tiles_problem(pool, searched(pool, config), config), "") << name;
    EXPECT_EQ(tiles_problem(alu, searched(alu, config), config), "") << name;
    if (const auto tiles = conv_pool_tiles(pair.geometry, *pair.pool, 1, config)) {
      EXPECT_EQ(tiles_problem(pair, *tiles, config), "") << name;
    }
  }
}

}  // namespace
}  // namespace vta
