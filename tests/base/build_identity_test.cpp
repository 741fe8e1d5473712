#include "base/build_identity.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

class BuildIdentity : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    write("sim/a.cpp", "int a;");
    write("hw/rtl/b.sv", "module b; endmodule");
    write("config/one.json", "{}");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    write_text_file((folder_ / name).string(), text);
  }
  std::string identity() const { return identity_of(folder_.string()); }
  // What the build would make of the sources in `root`.
  std::string identity_of(const std::string& root) const {
    const std::string output = (folder_ / "identity.out").string(), log = output + ".log";
    EXPECT_EQ(run_process({"cmake", "-DROOT=" + root, "-DOUTPUT=" + output, "-P",
                           VTA_SOURCE_DIR "/cmake/build_identity.cmake"},
                          log),
              0)
        << tail_of(log, 5);
    const std::string text = read_text_file(output);
    const size_t at = text.find("return \"") + 8;
    return text.substr(at, text.find('"', at) - at);
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("vta_build_identity." + std::to_string(::getpid()) + "." +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(BuildIdentity, IsThatOfTheSourcesOfThisProgram) {
  EXPECT_THAT(std::string(build_identity()), testing::MatchesRegex("[0-9a-f]{16}"));
  EXPECT_EQ(build_identity(), identity_of(VTA_SOURCE_DIR));
}

TEST_F(BuildIdentity, ChangesWithContentsAndNames) {
  const std::string first = identity();
  write("sim/a.cpp", "int b;");
  EXPECT_NE(identity(), first);
  write("sim/a.cpp", "int a;");
  EXPECT_EQ(identity(), first) << "the same contents, written later";
  write("compiler/c.h", "");
  const std::string more = identity();
  EXPECT_NE(more, first) << "a new file, even an empty one";
  fs::rename(folder_ / "compiler/c.h", folder_ / "compiler/d.h");
  EXPECT_NE(identity(), more) << "another name";
  for (const char* file : {"hw/rtl/b.sv", "config/one.json", "explore/cost/e.cpp", "runtime/r.h",
                           "explore/record/r.cpp"}) {
    const std::string before = identity();
    write(file, "changed");
    EXPECT_NE(identity(), before) << file;
  }
}

TEST_F(BuildIdentity, StaysWithWhatChangesNoResult) {
  const std::string first = identity();
  for (const char* file :
       {"sim/README.md", "sim/CMakeLists.txt", "tests/sim/a_test.cpp", "config/sweeps/new.json",
        "cli/cmd_x.cpp", "workbench/views/x.cpp", "explore/report/x.cpp"}) {
    write(file, "new");
    EXPECT_EQ(identity(), first) << file;
  }
}

}  // namespace
}  // namespace vta
