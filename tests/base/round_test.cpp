#include "base/round.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace vta {
namespace {

TEST(Round, CeilDivCoversTheValueAndNoMore) {
  for (int64_t divisor = 1; divisor < 9; ++divisor)
    for (int64_t value = 0; value < 40; ++value) {
      const int64_t parts = ceil_div(value, divisor);
      EXPECT_GE(parts * divisor, value);
      EXPECT_LT((parts - 1) * divisor, value);
    }
}

TEST(Round, AlignUpKeepsMultiplesAndRaisesTheRest) {
  EXPECT_EQ(align_up(int64_t{0}, 64), 0);
  EXPECT_EQ(align_up(int64_t{1}, 64), 64);
  EXPECT_EQ(align_up(int64_t{64}, 64), 64);
  EXPECT_EQ(align_up(int64_t{65}, 64), 128);
  EXPECT_EQ(align_up(size_t{13}, 6), 18U);
}

TEST(Round, AnUnsignedSumThatDoesNotFitEndsBelowTheValue) {
  const uint64_t near_end = std::numeric_limits<uint64_t>::max() - 5;
  EXPECT_LT(align_up(near_end, 4096), near_end);
}

}  // namespace
}  // namespace vta
