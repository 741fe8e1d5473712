// The module of devices elsewhere from the side of the program: where it is looked for, and what is
// said of one that is not there, is none, or is of another build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/installed_program.h"

namespace vta::remote {
namespace {

using ::testing::HasSubstr;

class RemoteModuleFile : public InstalledProgram {
 protected:
  RemoteModuleFile() : InstalledProgram("vta_remote.so") {}
};

TEST_F(RemoteModuleFile, IsFoundBesideTheProgram) {
  bring();
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
  bring_no_library();
  EXPECT_EQ(run({"devices"}), 2);
  EXPECT_THAT(said(), HasSubstr("vta_remote.so cannot be loaded: "));
}

TEST_F(RemoteModuleFile, OfAnotherBuildIsRefused) {
  bring(VTA_BINARY_DIR "/lib/other_remote_module.so");
  EXPECT_EQ(run({"devices"}), 2);
  EXPECT_THAT(said(), HasSubstr("are from different builds: rebuild with"));
}

}  // namespace
}  // namespace vta::remote
