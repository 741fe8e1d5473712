// The module of devices elsewhere from the side of the program: where it is looked for, and what is
// said of one that is not there, is none, or is of another build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "base/process.h"

namespace vta::remote {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A copy of the program in bin/ of a folder, as an installation has it.
class RemoteModuleFile : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "lib/vta");
    fs::copy_file(VTA_BINARY_DIR "/bin/vta", folder_ / "bin/vta");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void bring(const fs::path& file) const { fs::copy_file(file, folder_ / "lib/vta/vta_remote.so"); }
  // The exit code; what was printed is in said().
  int run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), (folder_ / "bin/vta").string());
    return run_process(arguments, log());
  }
  std::string said() const { return read_text_file(log()); }

 private:
  std::string log() const { return (folder_ / "log").string(); }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     fmt::format("vta_module.{}.{}", ::getpid(),
                                 testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(RemoteModuleFile, IsFoundBesideTheProgram) {
  bring(VTA_BINARY_DIR "/lib/vta/vta_remote.so");
  EXPECT_EQ(run({"serve", "--help"}), 0) << said();
  EXPECT_THAT(said(), HasSubstr("--listen"));
  EXPECT_EQ(run({"help", "tracker"}), 0) << said();
  EXPECT_THAT(said(), HasSubstr("vta tracker [OPTIONS]"));
}

TEST_F(RemoteModuleFile, ThatIsNotThereIsSaidWithWhatMakesIt) {
  for (const char* command : {"serve", "tracker", "devices"}) {
    EXPECT_EQ(run({command}), 2) << command;
    EXPECT_THAT(said(), HasSubstr("need vta_remote.so, which is not beside"));
    EXPECT_THAT(said(), HasSubstr("scripts/build.sh release all_of_remote"));
  }
  EXPECT_EQ(run({"run", VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", "--device",
                 "grpc://127.0.0.1:1,backend=csim"}),
            2);
  EXPECT_THAT(said(), HasSubstr("need vta_remote.so"));
}

TEST_F(RemoteModuleFile, IsNotNeededByWhatIsHere) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_THAT(said(), HasSubstr("  serve  "));
  EXPECT_EQ(run({"config", "list"}), 0) << said();
  EXPECT_EQ(run({"run", VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"}), 0) << said();
}

TEST_F(RemoteModuleFile, ThatIsNoLibraryIsRefused) {
  const std::string text = (fs::path(testing::TempDir()) / "no_library").string();
  write_text_file(text, "no library");
  bring(text);
  EXPECT_EQ(run({"devices"}), 2);
  EXPECT_THAT(said(), HasSubstr("vta_remote.so cannot be loaded: "));
}

TEST_F(RemoteModuleFile, OfAnotherBuildIsRefused) {
  bring(VTA_BINARY_DIR "/lib/other_remote_module.so");
  EXPECT_EQ(run({"devices"}), 2);
  EXPECT_THAT(said(), HasSubstr("vta_remote.so is of another build than"));
}

}  // namespace
}  // namespace vta::remote
