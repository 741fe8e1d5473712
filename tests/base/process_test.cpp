#include "base/process.h"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/file.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

class Process : public ::testing::Test {
 protected:
  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string log_ = (folder_ / "log").string();
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
};

TEST_F(Process, GivesTheExitStatusAndKeepsBothOutputs) {
  EXPECT_EQ(run_process({"sh", "-c", "echo out; echo err >&2; exit 3"}, log_), 3);
  EXPECT_EQ(read_text_file(log_), "out\nerr\n");
}

TEST_F(Process, RunsInTheDirectoryAskedFor) {
  EXPECT_EQ(run_process({"sh", "-c", "pwd -P"}, log_, folder_.string()), 0);
  EXPECT_EQ(read_text_file(log_), fs::canonical(folder_).string() + "\n");
}

TEST_F(Process, SaysThatAProgramCannotBeRunOrWasKilled) {
  EXPECT_EQ(run_process({"no-such-program-here"}, log_), 127);
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}, log_), 128 + 9);
  EXPECT_FALSE(has_program("no-such-program-here"));
  EXPECT_TRUE(has_program("sh"));
}

TEST_F(Process, TailGivesTheLastLines) {
  write_text_file(log_, "a\nb\nc\n");
  EXPECT_EQ(tail_of(log_, 2), "b\nc");
  EXPECT_EQ(tail_of((folder_ / "none").string(), 2), "");
}

TEST_F(Process, CacheDirectoryFollowsTheEnvironment) {
  setenv("VTA_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  EXPECT_EQ(cache_directory(), (folder_ / "cache").string());
  EXPECT_TRUE(fs::is_directory(folder_ / "cache"));
  write_text_file((folder_ / "file").string(), "");
  setenv("VTA_CACHE_DIR", (folder_ / "file" / "x").c_str(), 1);
  EXPECT_THROW(cache_directory(), InputError);
  unsetenv("VTA_CACHE_DIR");
}

TEST_F(Process, FileLockKeepsOthersOut) {
  const std::string path = (folder_ / "lock").string();
  const std::string probe = "flock -n " + path + " true";
  {
    const FileLock lock(path);
    EXPECT_EQ(run_process({"sh", "-c", probe}, log_), 1);
  }
  EXPECT_EQ(run_process({"sh", "-c", probe}, log_), 0);
  EXPECT_THROW(FileLock((folder_ / "none" / "lock").string()), InputError);
}

}  // namespace
}  // namespace vta
