// Job arrays of a real Slurm that compute nothing much (share_check.cpp), and lose some tasks.
#include "explore/launch/slurm_runner.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/file.h"
#include "tests/explore/launch/engines.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::string kSweep = "0123456789abcdef";

std::vector<int64_t> points(int64_t count) {
  std::vector<int64_t> indices(static_cast<size_t>(count));
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

class SlurmArray : public ::testing::Test {
 protected:
  void SetUp() override {
    VTA_NEEDS_ENGINE(slurm_is_missing());
    root_ = scratch_path("slurm");
  }

  SlurmOptions options_with(SlurmMode mode, const std::string& fault) {
    SlurmOptions options;
    options.root = root_;
    options.identity = kSweep;
    options.mode = mode;
    options.tasks = 4;
    options.script.working_directory = testing::TempDir();
    options.script.command = {std::string(VTA_BINARY_DIR) + "/bin/share_check", kSweep, fault};
    options.say = [this](const std::string& text) { said_.push_back(text); };
    return options;
  }
  SlurmRunner runner(SlurmMode mode = SlurmMode::Wait, const std::string& fault = "none") {
    return SlurmRunner(options_with(mode, fault));
  }
  OnOutcome collect() {
    return [this](const PointOutcome& outcome) {
      const auto& reason = std::get<Uncompilable>(outcome.outcome).reason;
      EXPECT_EQ(reason, fmt::format("point_{}", outcome.index));
      EXPECT_TRUE(got_.emplace(outcome.index, outcome.worker).second)
          << "point " << outcome.index << " twice";
    };
  }
  std::vector<int64_t> left(int64_t count) const {
    std::vector<int64_t> indices;
    for (const int64_t index : points(count))
      if (!got_.contains(index))
        indices.push_back(index);
    return indices;
  }

  std::string root_;
  std::vector<std::string> said_;
  std::map<int64_t, int64_t> got_;
};

TEST_F(SlurmArray, EveryPointIsComputedOnce) {
  SlurmRunner slurm = runner();
  slurm.run(points(10), collect());
  EXPECT_EQ(got_.size(), 10u);
  EXPECT_THAT(said_, ElementsAre(HasSubstr(": 4 tasks for 10 points, in " + root_ + "/1")));
  slurm.finish();
  EXPECT_FALSE(fs::exists(root_));
}

TEST_F(SlurmArray, SecondGenerationIsAnotherArray) {
  SlurmRunner slurm = runner();
  slurm.run({0, 1}, collect());
  slurm.run({2, 3, 4}, collect());
  EXPECT_EQ(got_.size(), 5u);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("2 tasks for 2 points"), HasSubstr("3 tasks for 3")));
}

TEST_F(SlurmArray, KilledTaskLosesItsUnfinishedPointsOnly) {
  EXPECT_THAT([&] { runner(SlurmMode::Wait, "kill:5").run(points(12), collect()); },
              ThrowsMessage<IncompleteError>(HasSubstr("2 points missing; task 1 of job")));
  EXPECT_THAT(left(12), ElementsAre(5, 9));  // of 1, 5, 9
  said_.clear();
  runner().run(left(12), collect());
  EXPECT_EQ(got_.size(), 12u);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("2 tasks for 2 points")));
}

TEST_F(SlurmArray, FailedTaskShowsTheEndOfItsLog) {
  EXPECT_THAT(
      [&] { runner(SlurmMode::Wait, "fail:6").run(points(8), collect()); },
      ThrowsMessage<IncompleteError>(AllOf(HasSubstr("ended with status 3 with 1 point undone"),
                                           HasSubstr("the end of " + root_ + "/1/log_2.txt"),
                                           HasSubstr("the disk is full"))));
}

// The sweep's process ends after it has submitted, and another one goes on.
TEST_F(SlurmArray, SubmittedArrayIsWaitedForNotSubmittedAgain) {
  EXPECT_THROW(runner(SlurmMode::Submit).run(points(10), collect()), SubmittedOnly);
  runner().run(points(10), collect());
  EXPECT_EQ(got_.size(), 10u);
  EXPECT_EQ(array_folders(root_).size(), 1u);
}

TEST_F(SlurmArray, CollectTakesWhatIsThere) {
  EXPECT_THAT([&] { runner(SlurmMode::Collect).run(points(3), collect()); },
              ThrowsMessage<IncompleteError>(HasSubstr("3 points missing")));
  runner().run({0, 1}, [](const PointOutcome&) {});
  runner(SlurmMode::Collect).run({1}, collect());
  EXPECT_THAT(
      [&] {
        runner(SlurmMode::Collect).run({0, 2}, collect());
      },
      ThrowsMessage<IncompleteError>(HasSubstr("1 point missing")));
  EXPECT_EQ(got_.size(), 2u);
}

TEST_F(SlurmArray, RunningArrayIsNamedAndEndsWithTheJob) {
  EXPECT_THROW(runner(SlurmMode::Submit, "hang:1").run(points(4), collect()), SubmittedOnly);
  const std::string job = array_folders(root_).front().job()->id;
  EXPECT_THAT([&] { runner(SlurmMode::Submit).run(points(4), collect()); },
              ThrowsMessage<IncompleteError>(HasSubstr("job " + job + " of this sweep still has")));
  EXPECT_EQ(run_process({"scancel", job + "_1"}, root_ + "/scancel.txt"), 0);
  // Submits the lost point again, with a task that does not hang.
  runner().run(points(4), collect());
  EXPECT_EQ(got_.size(), 4u);
}

TEST_F(SlurmArray, StoppedWaitingLeavesTheArrayAlone) {
  SlurmOptions options = options_with(SlurmMode::Wait, "hang:1");
  options.stop = [this] { return got_.size() == 3; };
  EXPECT_THAT([&] { SlurmRunner(options).run(points(4), collect()); },
              ThrowsMessage<IncompleteError>(AllOf(HasSubstr("stopped with 1 point missing"),
                                                   HasSubstr("goes on: --resume waits for it"))));
  const std::string job = array_folders(root_).front().job()->id;
  EXPECT_FALSE(Slurm(root_).tasks(job).none());
  run_process({"scancel", job}, root_ + "/scancel.txt");
}

TEST_F(SlurmArray, RefusedSubmissionHasSlurmsWords) {
  SlurmOptions options;
  options.root = root_;
  options.identity = kSweep;
  options.script.working_directory = "/";
  options.script.options = {"--partition=no-such-partition"};
  EXPECT_THAT([&] { SlurmRunner(options).run({1}, collect()); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("sbatch refused"), HasSubstr("invalid partition"))));
  EXPECT_FALSE(array_folders(root_).front().job());
}

// The folders of this process's threads: they have numbers, and nobody can remove them.
TEST(SlurmFolders, OneThatCannotBeRemovedIsNamed) {
  SlurmOptions options;
  options.root = "/proc/self/task";
  options.identity = kSweep;
  options.mode = SlurmMode::Collect;
  std::string said;
  options.say = [&said](const std::string& text) { said += text + "\n"; };
  SlurmRunner(options).finish();
  EXPECT_THAT(said, HasSubstr(fmt::format("/proc/self/task/{} remains: Operation not permitted; "
                                          "it is no longer needed",
                                          ::getpid())));
}

TEST(SlurmCommands, MissingOnesAreNamed) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/no/such/folder", 1);
  EXPECT_THAT([] { Slurm::require_programs(); },
              ThrowsMessage<UsageError>(
                  AllOf(HasSubstr("sbatch is not in PATH"), HasSubstr("slurm-client"))));
  ::setenv("PATH", path.c_str(), 1);
}

// Commands that are scripts.
class FakeSlurm : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = scratch_path("fake_slurm");
    fs::create_directories(folder_);
    path_ = std::getenv("PATH");
    ::setenv("PATH", (folder_ + ":" + path_).c_str(), 1);
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  void fake(const std::string& command, const std::string& script) {
    write_text_file(folder_ + "/" + command, "#!/bin/bash\n" + script);
    fs::permissions(folder_ + "/" + command, fs::perms::owner_all);
  }

  std::string folder_, path_;
};

TEST_F(FakeSlurm, ControllerThatIsNotThereIsAnErrorAndAForgottenJobIsNot) {
  fake("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
  EXPECT_THAT([&] { Slurm(folder_).tasks("17"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("the state of job 17 (status 1)"),
                                              HasSubstr("Unable to contact"))));
  fake("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  EXPECT_TRUE(Slurm(folder_).tasks("17").none());
}

TEST_F(FakeSlurm, TasksAreWaitingOrRunning) {
  fake("squeue", "printf '0 R\\n1 CG\\n12 PD\\n'");
  const Slurm::Tasks tasks = Slurm(folder_).tasks("17");
  EXPECT_THAT(tasks.running, ElementsAre(0, 1));
  EXPECT_THAT(tasks.waiting, ElementsAre(12));
}

TEST_F(FakeSlurm, JobIsFoundBehindWarningsAndBeforeItsCluster) {
  fake("sbatch", "echo 'sbatch: warning: 3 of 4'; echo '17;east'");
  EXPECT_EQ(Slurm(folder_).submit(folder_, "array.sh"), "17");
  fake("sbatch", "echo 'sbatch: error: no'; exit 1");
  EXPECT_THAT([&] { Slurm(folder_).submit(folder_, "array.sh"); },
              ThrowsMessage<InputError>(HasSubstr("sbatch refused array.sh (status 1)")));
}

// Its task ends between the look at its results and the look at Slurm's queue.
TEST_F(FakeSlurm, ArrayThatEndsMeanwhileIsNotSubmittedAgain) {
  const std::string root = scratch_path("slurm");
  const ArrayFolder folder = next_array_folder(root);
  ASSERT_EQ(write_point_lists(folder, points(4), 1), 1);
  folder.set_job({.id = "17", .tasks = 1});
  fake("squeue", fmt::format("exec {}/bin/share_check {} none --points {} --share {}",
                             VTA_BINARY_DIR, kSweep, folder.points_file(0), folder.share_file(0)));
  fake("sbatch", "echo 'nothing is to be submitted'; exit 1");
  fake("scontrol", "exit 1");
  SlurmOptions options;
  options.root = root;
  options.identity = kSweep;
  std::vector<int64_t> got;
  SlurmRunner(options).run(points(4), [&](const PointOutcome& p) { got.push_back(p.index); });
  EXPECT_THAT(got, ElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace vta::explore
