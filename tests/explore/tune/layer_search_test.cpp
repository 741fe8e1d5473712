#include "explore/tune/layer_search.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "compiler/kernels/conv/search.h"
#include "explore/tune/tiles_text.h"

namespace vta::explore {
namespace {

// A cost that can be computed by hand and that analysis does not know: far from these tiles.
Cost made_up(const TileSpace& space, const KernelTiles& tiles, const TilePoint& best) {
  const TilePoint point = space.point(tiles);
  Cost cost{1000, 500};
  for (size_t axis = 0; axis < point.size(); ++axis)
    cost.cycles += int64_t{10} * (point[axis] - best[axis]) * (point[axis] - best[axis]);
  return cost;
}

class LayerSearches : public ::testing::TestWithParam<std::string_view> {
 protected:
  const VtaConfig config_ = named_config("default");
  const LayerId layer_ = parse_layer(
      "conv2d 1x64x28x28 -> 64x28x28 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual",
      "t");
  const TileSpace space_{layer_, config_};
  const KernelTiles start_ =
      search_conv_tiles(ConvDims::of(layer_.geometry, config_), layer_.epilogue, config_, true);

  // Generations until so many tiles are measured.
  std::vector<std::string> run(size_t evaluations, uint64_t seed, size_t generation,
                               Measured& measured) {
    const TilePoint best = space_.point(start_);
    const auto search = make_search(GetParam(), {space_, start_, Objective::Cycles, seed});
    std::vector<std::string> order;
    while (measured.size() < evaluations) {
      const auto next =
          search->propose(std::min(generation, evaluations - measured.size()), measured);
      EXPECT_LE(next.size(), generation);
      if (next.empty())
        break;
      for (const TileCandidate& candidate : next) {
        EXPECT_EQ(candidate.text, tiles_text(candidate.tiles));
        EXPECT_EQ(tiles_problem(layer_, candidate.tiles, config_), "");
        EXPECT_TRUE(measured
                        .emplace(candidate.text,
                                 Trial{candidate.tiles, made_up(space_, candidate.tiles, best)})
                        .second)
            << "measured twice: " << candidate.text;
        order.push_back(candidate.text);
      }
    }
    return order;
  }
};

TEST_P(LayerSearches, NeverAsksTwiceAndBeginsWithTheTilesOfFast) {
  Measured measured;
  const auto order = run(150, 1, 16, measured);
  EXPECT_EQ(order.size(), 150U);
  EXPECT_EQ(order.front(), tiles_text(start_));
}

TEST_P(LayerSearches, AreFunctionsOfTheirSeed) {
  Measured a, b, c;
  const auto first = run(100, 1, 16, a), again = run(100, 1, 16, b), other = run(100, 2, 16, c);
  EXPECT_EQ(first, again);
  EXPECT_EQ(first == other, GetParam() == "shortlist");
}

INSTANTIATE_TEST_SUITE_P(Methods, LayerSearches,
                         ::testing::ValuesIn(search_methods().begin(), search_methods().end()),
                         [](const auto& p) { return std::string(p.param); });

TEST(LayerSearch, AnUnknownMethodIsOurs) {
  const VtaConfig config = named_config("default");
  const TileSpace space(parse_layer("alu 1x64x56x56 operands 2 steps 3", "t"), config);
  EXPECT_THROW(make_search("guess", {space, AluTiles{}, Objective::Cycles, 0}), InternalError);
}

TEST(LayerSearch, SmallSpacesAreTriedWhole) {
  const VtaConfig config = named_config("default");
  const TileSpace space(parse_layer("alu 1x16x4x4 operands 2 steps 3", "t"), config);
  for (const std::string_view method : {"shortlist", "climb"}) {
    const auto search = make_search(method, {space, AluTiles{1, 1}, Objective::Cycles, 0});
    Measured measured;
    for (int i = 0; i < 100; ++i)
      for (const TileCandidate& c : search->propose(4, measured))
        measured.emplace(c.text, Trial{c.tiles, {1, 1}});
    size_t legal = 0;
    TilePoint point(space.extents().size(), 0);
    for (size_t axis = 0; axis < point.size();) {
      legal += space.tiles(point) ? 1 : 0;
      for (axis = 0; axis < point.size() && ++point[axis] == space.extents()[axis]; ++axis)
        point[axis] = 0;
    }
    EXPECT_EQ(measured.size(), legal) << method;
  }
}

TEST(Score, OrdersByTheObjectiveThenByTheOther) {
  const Cost few_cycles{10, 99}, few_bytes{20, 50}, same_cycles{10, 98};
  EXPECT_LT(score(few_cycles, Objective::Cycles), score(few_bytes, Objective::Cycles));
  EXPECT_LT(score(few_bytes, Objective::Bytes), score(few_cycles, Objective::Bytes));
  EXPECT_LT(score(same_cycles, Objective::Cycles), score(few_cycles, Objective::Cycles));
}

}  // namespace
}  // namespace vta::explore
