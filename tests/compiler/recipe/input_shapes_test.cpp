#include "compiler/recipe/input_shapes.h"

#include <gmock/gmock.h>

#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::vector<std::string>& arguments) {
  return error_text<UsageError>([&] { input_shapes(arguments, "--shape"); });
}

TEST(InputShapes, AreReadByName) {
  const auto shapes = input_shapes({"data=1,3,224,224", "a=b=7"}, "--shape");
  EXPECT_EQ(shapes.at("data"), (Shape{1, 3, 224, 224}));
  EXPECT_EQ(shapes.at("a=b"), (Shape{7}));
}

TEST(InputShapes, WhatIsNoneIsRefused) {
  EXPECT_THAT(refusal({"1,3"}), HasSubstr("--shape 1,3: has no name; expected NAME=1,3,224,224"));
  EXPECT_THAT(refusal({"=1,3"}), HasSubstr("has no name"));
  for (const char* extents : {"", "1,", "0", "-1", "1x3", "9999999999", "1, 3"})
    EXPECT_THAT(refusal({std::string("x=") + extents}),
                HasSubstr("is no extent of 1 to 1073741824"))
        << extents;
  EXPECT_THAT(refusal({"x=1", "x=2"}), HasSubstr("names an input that already has a shape"));
  EXPECT_THAT(refusal({"x=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"}), HasSubstr("at most 16 axes"));
}

}  // namespace
}  // namespace vta
