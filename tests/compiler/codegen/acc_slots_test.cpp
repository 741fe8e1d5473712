// Which slot of ACC a kernel's first tile takes.
#include "compiler/kernels/conv/acc_slots.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

// Tiles of 7x8 outputs and 16 channels: 56 elements on a block of 16.
class AccSlotsTest : public ::testing::Test {
 protected:
  int64_t first(TaskStream::AccRange last) const {
    const ConvDims dims =
        ConvDims::of({.ic = 16, .ih = 14, .iw = 8, .oc = 16, .oh = 14, .ow = 8}, VtaConfig{});
    const AccSlots slots(dims, tiles_, 0, {.halves = halves_}, last, VtaConfig{});
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
  bool halves_ = false;
};

TEST_F(AccSlotsTest, TheFirstTileLeavesAloneWhatIsBeingStored) {
  EXPECT_EQ(first({}), 0) << "nothing was stored";
  EXPECT_EQ(first({0, 56}), 56);
  EXPECT_EQ(first({0, 1}), 56);
  EXPECT_EQ(first({55, 56}), 56);
  EXPECT_EQ(first({56, 112}), 0);
  EXPECT_EQ(first({112, 168}), 0);
}

TEST_F(AccSlotsTest, WhereBothSlotsMeetItTheFirstIsTaken) {
  EXPECT_EQ(first({0, 57}), 0);
  EXPECT_EQ(first({0, 2048}), 0);
}

TEST_F(AccSlotsTest, HalvesAreLeftAloneAsWell) {
  halves_ = true;
  const int64_t half = VtaConfig{}.depth(MemoryType::Acc) / 2;
  EXPECT_EQ(first({0, 56}), half);
  EXPECT_EQ(first({half, half + 56}), 0);
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
