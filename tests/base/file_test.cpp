#include "base/file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Files : public ::testing::Test {
 public:
  Files() : folder_(testing::TempDir() + "vta_file_" + std::to_string(::getpid()) + "/") {
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }

 protected:
  int64_t count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  std::string folder_;
};

TEST_F(Files, WhatIsWrittenIsRead) {
  write_text_file(folder_ + "a", std::string_view("x\0\xff\n", 4));
  EXPECT_EQ(read_text_file(folder_ + "a"), std::string("x\0\xff\n", 4));
  EXPECT_EQ(read_file(folder_ + "a").size(), 4U);
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, WhatCannotBeReadOrWrittenIsNamedWithTheReason) {
  const auto message = [](auto act) -> std::string {
    try {
      act();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(message([&] { read_text_file(folder_); }), HasSubstr("it is a directory"));
  EXPECT_THAT(message([&] { read_text_file(folder_ + "b"); }), HasSubstr("No such file"));
  EXPECT_THAT(message([&] { write_text_file(folder_, "x"); }), HasSubstr("cannot write"));
  EXPECT_THAT(message([&] { write_text_file(folder_ + "b/c", "x"); }), HasSubstr("No such file"));
  if (fs::exists("/dev/full")) {
    EXPECT_THAT(message([] { write_text_file("/dev/full", "x"); }), HasSubstr("No space left"));
  }
}

}  // namespace
}  // namespace vta
