#include "runtime/kernel_description.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

struct Case {
  const char* geometry;
  const char* tiles;
  const char* text;
};

// What code generation writes, by kind of kernel; and what is neither.
const Case kCases[] = {
    {"3x3/1 64x56x56 -> 64x56x56", "tile h12 w19 co4 ci1",
     "3x3/1 64x56x56 -> 64x56x56, tile h12 w19 co4 ci1"},
    {"2 operands, 1x64x56x56", "tiles of 512 elements",
     "2 operands, 1x64x56x56, tiles of 512 elements"},
    {"maximum of 2x2/2 8x4x4 -> 8x2x2", "tile h2 w2 of 1 channel group",
     "maximum of 2x2/2 8x4x4 -> 8x2x2, tile h2 w2 of 1 channel group"},
    {"1x1/1 8x4x4 -> 8x4x4, then maximum of 2x2/2 8x4x4 -> 8x2x2", "rows w2 co1",
     "1x1/1 8x4x4 -> 8x4x4, then maximum of 2x2/2 8x4x4 -> 8x2x2, rows w2 co1"},
    {"adds an immediate", "", "adds an immediate"},
    {"", "", ""},
};

TEST(KernelDescription, FilesHaveGeometryAndTilesAsOneText) {
  for (const Case& c : kCases) {
    const KernelDescription described = {c.geometry, c.tiles};
    EXPECT_EQ(described.text(), c.text);
    EXPECT_EQ(KernelDescription::parse(c.text), described) << c.text;
  }
}

}  // namespace
}  // namespace vta
