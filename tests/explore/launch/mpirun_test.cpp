#include "explore/launch/mpirun.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Mpirun, CommandLineOfOpenMpiAndOfOthers) {
  MpirunRequest request;
  request.ranks = 3;
  request.options = {"--hostfile", "nodes"};
  request.command = {"vta-sweep-mpi", "spec.json"};
  EXPECT_THAT(mpirun_argv(request, true, true),
              ElementsAre("mpirun", "--quiet", "--continuous", "--oversubscribe", "--bind-to",
                          "none", "--allow-run-as-root", "-n", "3", "--hostfile", "nodes",
                          "vta-sweep-mpi", "spec.json"));
  EXPECT_THAT(
      mpirun_argv(request, false, true),
      ElementsAre("mpirun", "-n", "3", "--hostfile", "nodes", "vta-sweep-mpi", "spec.json"));
}

// An mpirun that is a script: what the ranks leave behind, without ranks.
class FakeMpirun : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = scratch_path("fake_mpirun");
    fs::create_directories(folder_);
    path_ = std::getenv("PATH");
    ::setenv("PATH", (folder_ + ":" + path_).c_str(), 1);
    request_.status_file = folder_ + "/status";
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  RankEnd run(const std::string& script) {
    write_text_file(folder_ + "/mpirun", "#!/bin/bash\n[[ $1 == --version ]] && exit\n" + script);
    fs::permissions(folder_ + "/mpirun", fs::perms::owner_all);
    return run_mpirun(request_);
  }
  std::string status(const std::string& text) {
    return "printf '" + text + "' >" + request_.status_file + "\n";
  }

  std::string folder_, path_;
  MpirunRequest request_;
};

TEST_F(FakeMpirun, EndsAsRankZeroDid) {
  EXPECT_THAT(run(status("ended 0\\n")), FieldsAre(0, ""));
  EXPECT_THAT(run(status("ended 0\\nrank 1 is lost") + "exit 137"), FieldsAre(0, "rank 1 is lost"));
  EXPECT_THAT(run(status("ended 4\\nillegal")), FieldsAre(4, "illegal"));
  EXPECT_FALSE(fs::exists(request_.status_file));
}

TEST_F(FakeMpirun, WithoutAWordRankZeroWasLost) {
  EXPECT_THAT([&] { run(status("running 1 1 elsewhere\\n") + "exit 137"); },
              ThrowsMessage<IncompleteError>(
                  AllOf(HasSubstr("rank 0 was lost (mpirun ended with status 137)"),
                        HasSubstr("--resume computes the rest"))));
  EXPECT_THAT([&] { run("exit 1"); },
              ThrowsMessage<InputError>(HasSubstr("mpirun ended with status 1 before rank 0")));
}

// The ranks that are left would wait; mpirun is ended instead. The number of the process that was
// rank 0 may be another's by now: here the script's own, with another start.
TEST_F(FakeMpirun, IsEndedWhenRankZeroIsGone) {
  EXPECT_THAT(
      [&] {
        run("printf \"running $$ 1 $(hostname)\\n\" >" + request_.status_file +
            "\nexec sleep 1000");
      },
      ThrowsMessage<IncompleteError>(HasSubstr("mpirun ended with status 143")));
}

// Rank 0 at work is left alone.
TEST_F(FakeMpirun, IsWaitedForWhileRankZeroRuns) {
  write_rank_start(request_.status_file);
  const std::string mine = read_text_file(request_.status_file);
  EXPECT_THAT(run("printf '" + mine.substr(0, mine.size() - 1) + "\\n' >" + request_.status_file +
                  "\nsleep 0.3\n" + status("ended 0\\n")),
              FieldsAre(0, ""));
}

TEST_F(FakeMpirun, MissingProgramsAreNamed) {
  ::setenv("PATH", "/no/such/folder", 1);
  EXPECT_THAT([&] { run_mpirun(request_); },
              ThrowsMessage<UsageError>(HasSubstr("it is in the package openmpi-bin")));
}

}  // namespace
}  // namespace vta::explore
