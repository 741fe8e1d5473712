// vta sweep --launcher slurm on a real Slurm: the database is that of a local sweep, whatever
// happens to tasks.
#include "explore/launch/array_folder.h"
#include "tests/explore/launch/launched_sweep.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class SlurmSweep : public LaunchedSweep {
 protected:
  void SetUp() override {
    LaunchedSweep::SetUp();
    VTA_NEEDS_ENGINE(slurm_is_missing());
  }
  std::string command(const std::string& spec_file, const std::string& more = "") const {
    return "sweep " + spec_file + " --db " + path("slurm.db") + " --launcher slurm " + more;
  }
  // The sweep-task of a task of the first array, once it has stored something.
  pid_t task_at_work(int task) const {
    const std::string share = ArrayFolder(arrays_root(path("slurm.db")) + "/1").share_file(task);
    std::error_code none;
    if (fs::file_size(share, none) < 100 || none)
      return 0;
    return find_process("sweep-task", share, "SLURM_ARRAY_TASK_ID=" + std::to_string(task));
  }
};

TEST_F(SlurmSweep, FourTasksGiveTheLocalDatabase) {
  const std::string spec_file = small_spec();
  const CommandResult run = run_vta(command(spec_file, "--tasks 4"));
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_THAT(run.text, HasSubstr("4 tasks for 4 points"));
  EXPECT_EQ(digest("slurm.db"), local_digest(spec_file));
  EXPECT_FALSE(fs::exists(arrays_root(path("slurm.db"))));  // nothing is left behind
}

TEST_F(SlurmSweep, KilledTaskIsSubmittedAgainAndTheDatabaseIsTheSame) {
  const std::string spec_file = large_spec();
  Ended ended;
  // A task may be done before it is found: then once more from nothing.
  for (int attempt = 0; attempt < 5 && !ended.happened; ++attempt) {
    fs::remove(path("slurm.db"));
    ended = run_meanwhile(command(spec_file, "--tasks 4"), [&] {
      const pid_t task = task_at_work(2);
      return task != 0 && ::kill(task, SIGKILL) == 0;
    });
  }
  ASSERT_TRUE(ended.happened) << ended.log;
  EXPECT_EQ(ended.exit_code, 7) << ended.log;
  EXPECT_THAT(ended.log, HasSubstr("task 2 of job"));
  EXPECT_THAT(ended.log, HasSubstr("ended with status 137"));
  EXPECT_THAT(ended.log, HasSubstr("--resume"));
  const int64_t before = points("slurm.db");
  const CommandResult again = run_vta(command(spec_file, "--tasks 4 --resume"));
  ASSERT_EQ(again.exit_code, 0) << again.text;
  const std::string local = local_digest(spec_file);
  EXPECT_THAT(again.text, HasSubstr(fmt::format("for {} point", points("local.db") - before)));
  EXPECT_EQ(digest("slurm.db"), local);
}

// The sweep itself is killed; its array goes on, and the next run waits for it.
TEST_F(SlurmSweep, KilledSweepFindsItsArrayAgain) {
  const std::string spec_file = large_spec();
  const Ended ended = run_meanwhile(command(spec_file, "--tasks 4"), [&] {
    if (points("slurm.db") == 0)
      return false;
    const pid_t sweep = find_process("--launcher", path("slurm.db"),
                                     "SLURM_CONF=" + std::string(VTA_TEST_SLURM) + "/slurm.conf");
    return sweep != 0 && ::kill(sweep, SIGKILL) == 0;
  });
  ASSERT_TRUE(ended.happened) << ended.log;
  const CommandResult again = run_vta(command(spec_file, "--tasks 4 --resume"));
  ASSERT_EQ(again.exit_code, 0) << again.text;
  EXPECT_THAT(again.text, Not(HasSubstr("tasks for")));  // nothing was submitted
  EXPECT_EQ(digest("slurm.db"), local_digest(spec_file));
}

TEST_F(SlurmSweep, SubmittedNowCollectedLater) {
  const std::string spec_file = small_spec();
  const CommandResult submitted = run_vta(command(spec_file, "--tasks 2 --submit-only"));
  ASSERT_EQ(submitted.exit_code, 0) << submitted.text;
  EXPECT_THAT(submitted.text, HasSubstr("--resume --launcher slurm --collect"));
  CommandResult collected = run_vta(command(spec_file, "--resume --collect"));
  while (collected.exit_code == 7)  // its tasks wait or run
    collected = run_vta(command(spec_file, "--resume --collect"));
  ASSERT_EQ(collected.exit_code, 0) << collected.text;
  EXPECT_EQ(digest("slurm.db"), local_digest(spec_file));
}

// Every generation is an array of its own.
TEST_F(SlurmSweep, TheBoundOfALaunchReachesEveryPoint) {
  const CommandResult run = run_vta(command(small_spec(), "--tasks 2 --max-cycles 1000"));
  EXPECT_EQ(run.exit_code, 7) << run.text;
  EXPECT_THAT(run.text,
              AllOf(HasSubstr("4 failed"), HasSubstr("the bound is 1000 (--max-cycles)")));
}

TEST_F(SlurmSweep, GuidedSamplingIsTheSame) {
  const std::string spec_file = large_spec(
      R"(, "sampling": {"method": "pareto", "points": 40, "population": 20, "seed": 3})");
  const CommandResult run = run_vta(command(spec_file, "--tasks 2"));
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(digest("slurm.db"), local_digest(spec_file));
}

TEST_F(SlurmSweep, OptionsReachSbatchAndItsRefusalIsShown) {
  const CommandResult run = run_vta(
      "sweep --launcher slurm --sbatch-option=--time=10:00 "
      "--sbatch-option --partition=no-such-partition " +
      small_spec() + " --db " + path("slurm.db"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.text, HasSubstr("sbatch refused"));
  EXPECT_THAT(run.text, HasSubstr("invalid partition"));
  EXPECT_THAT(read_text_file(arrays_root(path("slurm.db")) + "/1/array.sh"),
              HasSubstr("#SBATCH --time=10:00\n#SBATCH --partition=no-such-partition\n"));
}

// A failed task's own words: the model is gone by the time that it runs.
TEST_F(SlurmSweep, FailedTaskShowsItsError) {
  fs::copy_file(std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx", path("m.onnx"));
  write_text_file(path("m.json"), R"({"networks": [{"name": "m", "model": "m.onnx"}],
    "axes": {"LOG_BLOCK": [4]}})");
  const CommandResult submitted =
      run_vta(command(path("m.json"), "--tasks 1 --submit-only --sbatch-option=--hold"));
  ASSERT_EQ(submitted.exit_code, 0) << submitted.text;
  const std::string job = array_folders(arrays_root(path("slurm.db"))).front().job()->id;
  fs::rename(path("m.onnx"), path("gone.onnx"));
  ASSERT_EQ(run_process({"scontrol", "release", job}, path("scontrol")), 0);
  const std::string exit_file = arrays_root(path("slurm.db")) + "/1/exit_0";
  while (!fs::exists(exit_file) || fs::file_size(exit_file) == 0) {
  }
  fs::rename(path("gone.onnx"), path("m.onnx"));
  const CommandResult collected = run_vta(command(path("m.json"), "--resume --collect"));
  EXPECT_EQ(collected.exit_code, 7);
  EXPECT_THAT(collected.text, HasSubstr("ended with status 3 with 1 point undone"));
  EXPECT_THAT(collected.text, HasSubstr("m.onnx"));
}

}  // namespace
}  // namespace vta::explore
