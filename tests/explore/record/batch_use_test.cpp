// Rows of a batch that hold no image.
#include "explore/record/batch_use.h"

#include <gmock/gmock.h>

namespace vta::explore {
namespace {

VtaConfig batch_of(int64_t log_batch) {
  VtaConfig config;
  config.log_batch = log_batch;
  return config;
}

TEST(BatchUse, ImagesThatAreNoMultipleLeaveRowsIdle) {
  EXPECT_EQ(idle_rows(batch_of(0), 1), 0);
  EXPECT_EQ(idle_rows(batch_of(1), 1), 1);
  EXPECT_EQ(idle_rows(batch_of(2), 5), 3);
  EXPECT_EQ(idle_rows(batch_of(3), 8), 0);
}

TEST(BatchUse, HalfABatchOrMoreIsWarnedOf) {
  EXPECT_EQ(
      idle_batch_note(batch_of(1), 1),
      "1 of the 2 rows of the batch idle: 1 image on a configuration of BATCH 2, whose cycles "
      "are those of 2; give --batch a multiple of 2");
  EXPECT_EQ(idle_batch_note(batch_of(2), 5),
            "3 of the 4 rows of the last batch idle: 5 images on a configuration of BATCH 4, whose "
            "cycles are those of 8; give --batch a multiple of 4");
  EXPECT_NE(idle_batch_note(batch_of(2), 2), "");
  EXPECT_EQ(idle_batch_note(batch_of(2), 3), "");
  EXPECT_EQ(idle_batch_note(batch_of(2), 8), "");
  EXPECT_EQ(idle_batch_note(batch_of(0), 7), "");
}

}  // namespace
}  // namespace vta::explore
