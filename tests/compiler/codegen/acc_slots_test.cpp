// Which slot of ACC a kernel's first tile takes.
#include "compiler/kernels/conv/acc_slots.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

// Tiles of 7x8 outputs and 16 channels: 56 elements on a block of 16.
class AccSlotsTest : public ::testing::Test {
 protected:
  int64_t first(TaskStream::AccRange last) const {
    const ConvDims dims = ConvDims::of(
        {.ic = 16, .ih = 14, .iw = 8, .oc = 16 * tiles_.co, .oh = 14, .ow = 8}, VtaConfig{});
    const auto settable = [&](int64_t begin, int64_t) { return begin < settable_; };
    const AccSlots slots(dims, tiles_, {.vectors = vectors_},
                         {.vectors_set_tiles = set_, .halves = halves_}, {last, settable},
                         VtaConfig{});
    const auto place = [&](int64_t index) {
      OutputTile tile;
      tile.index = index;
      return slots.tile(tile);
    };
    EXPECT_EQ(place(0), place(tiles_.threads));
    EXPECT_EQ(place(0) == place(1), tiles_.threads == 1);
    return place(0);
  }

  ConvTiles tiles_{.h = 7, .w = 8, .threads = 2, .reuse = true};
  int64_t half_ = VtaConfig{}.depth(MemoryType::Acc) / 2;
  int64_t vectors_ = 0;
  bool set_ = false, halves_ = false;
  int64_t settable_ = 0;  // what lies before it
};

TEST_F(AccSlotsTest, TheFirstTileLeavesAloneWhatIsBeingStored) {
  EXPECT_EQ(first({}), 0) << "nothing was stored";
  EXPECT_EQ(first({0, 56}), half_);
  EXPECT_EQ(first({0, 1}), half_);
  EXPECT_EQ(first({55, 56}), half_);
  EXPECT_EQ(first({0, 500}), half_) << "a larger tile of the kernel before";
  EXPECT_EQ(first({56, 112}), 0);
  EXPECT_EQ(first({half_, half_ + 56}), 0);
}

TEST_F(AccSlotsTest, WhereBothSlotsMeetItTheFirstIsTaken) {
  EXPECT_EQ(first({0, half_ + 1}), 0);
  EXPECT_EQ(first({0, 2048}), 0);
}

TEST_F(AccSlotsTest, TilesFollowEachOtherWhereThatSavesAReset) {
  set_ = true;
  EXPECT_EQ(first({0, 56}), half_) << "neither place of the second tile can be set by a vector";
  settable_ = 57;
  EXPECT_EQ(first({0, 56}), 56);
  settable_ = 2 * half_;
  EXPECT_EQ(first({0, 56}), half_) << "both can";
}

TEST_F(AccSlotsTest, TilesFollowEachOtherWhereVectorsNeedTheRoom) {
  tiles_.h = 14;
  tiles_.co = 8;  // 896 of 1,024
  vectors_ = 8;
  EXPECT_EQ(first({0, 56}), half_);
  vectors_ = 9;
  EXPECT_EQ(first({0, 56}), 896);
}

TEST_F(AccSlotsTest, HalvesAreLeftAloneAsWell) {
  halves_ = true;
  EXPECT_EQ(first({0, 56}), half_);
  EXPECT_EQ(first({half_, half_ + 56}), 0);
  EXPECT_EQ(first({56, 112}), 0) << "another kernel's tile, behind this one's";
}

TEST_F(AccSlotsTest, PublishedStreamsAndOneThreadBeginAtTheFirst) {
  tiles_.reuse = false;
  EXPECT_EQ(first({0, 56}), 0);
  tiles_.reuse = true;
  tiles_.threads = 1;
  EXPECT_EQ(first({0, 56}), 0);
}

}  // namespace
}  // namespace vta
