#include "base/file_kind.h"

#include <gmock/gmock.h>

#include <string_view>

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::string_view_literals;

std::string kind(std::string_view text) {
  return file_kind(std::as_bytes(std::span(text.data(), text.size())));
}

TEST(FileKind, IsToldFromTheBeginning) {
  EXPECT_EQ(kind(""), "is empty");
  EXPECT_THAT(kind("version https://git-lfs.github.com/spec/v1\n"), HasSubstr("Git LFS pointer"));
  EXPECT_THAT(kind("<!doctype HTML>"), HasSubstr("HTML"));
  EXPECT_THAT(kind("\xef\xbb\xbf  \n<html lang=en>"), HasSubstr("HTML"));
  EXPECT_THAT(kind("<!-- saved --><html>"), HasSubstr("HTML"));
  EXPECT_THAT(kind("\x1f\x8b"), HasSubstr("gzip"));
  EXPECT_THAT(kind("PK\x03\x04"), HasSubstr("zip archive"));
  EXPECT_THAT(kind("\xfd\x37\x7a\x58\x5a\0"sv), HasSubstr("xz"));
  EXPECT_THAT(kind("\x1c\0\0\0TFL3"sv), HasSubstr("TensorFlow Lite"));
  EXPECT_THAT(kind("SQLite format 3\0"sv), HasSubstr("database"));
  EXPECT_THAT(kind("\x89VTA\r\n\x1a\n"), HasSubstr("compiled program"));
}

TEST(FileKind, OtherBytesSayNothing) {
  EXPECT_THAT(kind("\x08\x07"), IsEmpty());
  EXPECT_THAT(kind("PK"), IsEmpty());
  EXPECT_THAT(kind("<xml>"), IsEmpty());
  EXPECT_THAT(kind("version 1"), IsEmpty());
}

}  // namespace
}  // namespace vta
