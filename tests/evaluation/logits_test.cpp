#include "evaluation/logits.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

void expect_rows(const Shape& output, int64_t images, int64_t classes) {
  const LogitShape found = logit_shape(output);
  EXPECT_EQ(found.images, images) << shape_text(output);
  EXPECT_EQ(found.classes, classes) << shape_text(output);
}

TEST(Logits, ARowOfClassesPerImageInAnyPlace) {
  expect_rows({1, 1000}, 1, 1000);
  expect_rows({1, 1000, 1, 1}, 1, 1000);
  expect_rows({4, 1, 1, 10}, 4, 10);
  expect_rows({10}, 1, 10);
  expect_rows({2, 1}, 2, 1);
}

TEST(Logits, AnythingElseIsNone) {
  expect_rows({}, 0, 0);
  expect_rows({1, 4, 6, 6}, 0, 0);
  expect_rows({1, 1, 6, 6}, 0, 0);
  expect_rows({2, 0}, 0, 0);
}

}  // namespace
}  // namespace vta
