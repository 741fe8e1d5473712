#include "base/file_kind.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

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

TEST(FileKind, DatabasesAreFilesAndAPipeIsNotOpened) {
  const std::string path = testing::TempDir() + "/kind_" + std::to_string(::getpid());
  std::ofstream(path) << "SQLite format 3" << '\0';
  EXPECT_TRUE(is_database(path));
  std::ofstream(path) << "SQLite";
  EXPECT_FALSE(is_database(path));
  ::unlink(path.c_str());
  EXPECT_FALSE(is_database(path));
  EXPECT_FALSE(is_database(testing::TempDir()));
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(is_database(path));  // nobody writes: opening it would wait for ever
  ::unlink(path.c_str());
}

}  // namespace
}  // namespace vta
