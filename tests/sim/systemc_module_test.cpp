// The module of SystemC from the side of the program: csim alone needs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/installed_program.h"

namespace vta::csim {
namespace {

using ::testing::HasSubstr;

class SystemcModuleFile : public InstalledProgram {
 protected:
  SystemcModuleFile() : InstalledProgram("vta_systemc.so") {}

  int run_on(const char* backend) const {
    return run({"run", VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", "--backend", backend});
  }
};

TEST_F(SystemcModuleFile, IsFoundBesideTheProgram) {
  bring();
  EXPECT_EQ(run_on("csim"), 0) << said();
}

TEST_F(SystemcModuleFile, ThatIsNotThereIsSaidWithWhatMakesIt) {
  EXPECT_EQ(run_on("csim"), 2);
  EXPECT_THAT(said(), HasSubstr("csim needs vta_systemc.so, which is not beside"));
  EXPECT_THAT(said(), HasSubstr("scripts/build.sh release vta_cli"));
}

TEST_F(SystemcModuleFile, IsNotNeededByFsim) {
  EXPECT_EQ(run_on("fsim"), 0) << said();
}

TEST_F(SystemcModuleFile, ThatIsNoLibraryIsRefused) {
  bring_no_library();
  EXPECT_EQ(run_on("csim"), 2);
  EXPECT_THAT(said(), HasSubstr("vta_systemc.so cannot be loaded: "));
}

TEST_F(SystemcModuleFile, OfAnotherBuildIsRefused) {
  bring(VTA_BINARY_DIR "/lib/other_systemc_module.so");
  EXPECT_EQ(run_on("csim"), 2);
  EXPECT_THAT(said(), HasSubstr("are from different builds: rebuild with"));
}

}  // namespace
}  // namespace vta::csim
