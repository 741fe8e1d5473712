#include "compiler/kernels/conv/tile_cache.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

TEST(TileCache, WithoutReuseEveryRequestLoadsIntoTheNextSlot) {
  TileCache cache(2, false);
  EXPECT_EQ(cache.request({1}).slot, 0);
  EXPECT_EQ(cache.request({2}).slot, 1);
  const auto again = cache.request({1});
  EXPECT_EQ(again.slot, 0);
  EXPECT_TRUE(again.load);
}

TEST(TileCache, WithReuseAResidentTileIsNotLoaded) {
  TileCache cache(2, true);
  cache.request({1});
  cache.request({2});
  const auto again = cache.request({1});
  EXPECT_EQ(again.slot, 0);
  EXPECT_FALSE(again.load);
}

TEST(TileCache, TheLeastRecentlyUsedSlotIsTaken) {
  TileCache cache(2, true);
  cache.request({1});
  cache.request({2});
  cache.request({1});
  EXPECT_EQ(cache.request({3}).slot, 1);
  EXPECT_FALSE(cache.request({1}).load);
  EXPECT_TRUE(cache.request({2}).load);
}

TEST(TileCache, EveryAxisCountsWhateverItsExtent) {
  TileCache cache(4, true);
  for (int64_t axis = 0; axis < 6; ++axis)
    for (const int64_t begin : {int64_t{1}, int64_t{4099}, int64_t{1} << 40}) {
      TileCache::Key key{};
      key[static_cast<size_t>(axis)] = begin;
      EXPECT_TRUE(cache.request(key).load) << axis << " " << begin;
    }
}

}  // namespace
}  // namespace vta
