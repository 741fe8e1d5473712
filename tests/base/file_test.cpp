#include "base/file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/image.h"
#include "base/npy.h"
#include "base/resource_policy.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
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

// What `read` is refused with, where 1 MiB is allowed.
template <typename Read>
std::string beyond_a_mebibyte(Read read) {
  ResourcePolicy policy;
  policy.max_bytes = int64_t{1} << 20;
  const ResourceScope scope(policy);
  try {
    read();
  } catch (const ResourceError& e) {
    return e.what();
  }
  return "no error";
}

TEST_F(Files, OneLargerThanTheLimitIsRefusedByItsSize) {
  const std::string path = folder_ + "sparse";
  write_text_file(path, "x");
  fs::resize_file(path, uint64_t{1} << 40);
  const auto names_all = AllOf(HasSubstr("sparse"), HasSubstr("1.0 TiB"), HasSubstr("1.0 MiB"),
                               HasSubstr("--max-memory"));
  EXPECT_THAT(beyond_a_mebibyte([&] { read_text_file(path); }), names_all);
  EXPECT_THAT(beyond_a_mebibyte([&] { read_file(path); }), names_all);
  EXPECT_THAT(beyond_a_mebibyte([&] { read_npy(path); }), names_all);
  EXPECT_THAT(beyond_a_mebibyte([&] { read_image(path); }), names_all);
  fs::resize_file(path, uint64_t{1} << 20);
  EXPECT_EQ(beyond_a_mebibyte([&] { read_file(path); }), "no error");
}

TEST_F(Files, AStreamWithoutEndIsReadUpToTheLimit) {
  EXPECT_THAT(beyond_a_mebibyte([] { read_file("/dev/zero"); }),
              AllOf(HasSubstr("reading '/dev/zero'"), HasSubstr("--max-memory")));
  EXPECT_THAT(
      [] { read_text_file("/dev/zero", 1 << 20); },
      testing::ThrowsMessage<ResourceError>(
          AllOf(HasSubstr("'/dev/zero' has"), HasSubstr("a file of this kind may have 1.0 MiB"))));
}

TEST_F(Files, OneWhoseSizeIsNotKnownIsReadToItsEnd) {
  EXPECT_THAT(read_text_file("/proc/self/status"), HasSubstr("VmPeak"));
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string piece(40000, 'x');
  ASSERT_EQ(write(ends[1], piece.data(), piece.size()), 40000);
  close(ends[1]);
  EXPECT_EQ(read_text_file("/dev/fd/" + std::to_string(ends[0])), piece);
  close(ends[0]);
}

}  // namespace
}  // namespace vta
