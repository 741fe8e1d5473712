// Options of vta sweep --launcher and of vta sweep-task that cannot be: no engine is needed.
#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

class LaunchFlags : public SweepTest {
 protected:
  void refused(const std::string& arguments, int code, const std::string& words) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, code) << arguments;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
  }
};

TEST_F(LaunchFlags, OptionsOfAnotherLauncherAreRefused) {
  const std::string sweep = "sweep " + small_spec() + " --db " + path("a.db");
  refused(sweep + " --tasks 4", 2, "--tasks belongs to --launcher slurm, this is local");
  refused(sweep + " --launcher mpi --collect", 2,
          "--collect belongs to --launcher slurm, this is mpi");
  refused(sweep + " --launcher slurm --ranks 3", 2,
          "--ranks belongs to --launcher mpi, this is slurm");
  refused(sweep + " --launcher mpi --jobs 2", 2, "--jobs belongs to --launcher local or slurm");
  refused(sweep + " --launcher slurm --collect --submit-only", 2, "two steps");
  refused(sweep + " --launcher ssh", 2, "--launcher");
  refused(sweep + " --launcher mpi --ranks 1", 2, "--ranks");
  EXPECT_FALSE(std::filesystem::exists(path("a.db")));
}

TEST_F(LaunchFlags, MissingEnginesAreNamed) {
  const std::string sweep = "sweep " + small_spec() + " --db " + path("a.db");
  const std::string kept = std::getenv("PATH");
  ::setenv("PATH", "/no/such/folder", 1);
  refused(sweep + " --launcher slurm", 2, "sbatch is not in PATH");
  const ApartResult mpi = run_vta_apart(sweep + " --launcher mpi");
  ::setenv("PATH", kept.c_str(), 1);
  EXPECT_EQ(mpi.exit_code, 2);
  // Where MPI was not there to build it, the program is missing already.
  EXPECT_THAT(mpi.err, ::testing::AnyOf(HasSubstr("it is in the package openmpi-bin"),
                                        HasSubstr("vta-sweep-mpi is neither in")));
}

TEST_F(LaunchFlags, TaskComputesWhatItsShareLacks) {
  write_text_file(path("points"), "0\n1\n3\n");
  const std::string task =
      "sweep-task " + small_spec() + " --points " + path("points") + " --share " + path("share");
  EXPECT_THAT(run_vta_apart(task).out, HasSubstr("3 points computed, 0 were there"));
  write_text_file(path("points"), "0\n1\n2\n3\n");
  EXPECT_THAT(run_vta_apart(task).out, HasSubstr("1 point computed, 3 were there"));
  EXPECT_THAT(run_vta_apart(task).out, HasSubstr("0 points computed, 4 were there"));
}

TEST_F(LaunchFlags, TaskBoundsItsLaunches) {
  write_text_file(path("points"), "3\n");
  const std::string task =
      "sweep-task " + small_spec() + " --points " + path("points") + " --share " + path("share");
  EXPECT_THAT(run_vta_apart(task + " --max-cycles 1000").out, HasSubstr("1 point computed"));
  EXPECT_THAT(read_text_file(path("share")), HasSubstr("the bound is 1000 (--max-cycles)"));
}

TEST_F(LaunchFlags, TaskRefusesListsAndSharesOfSomethingElse) {
  const std::string task =
      "sweep-task " + small_spec() + " --points " + path("points") + " --share " + path("share");
  refused(task, 3, path("points"));
  write_text_file(path("points"), "0\nx\n");
  refused(task, 3, "points:2: 'x' is not the index of a point");
  write_text_file(path("points"), "0\n6\n");
  refused(task, 3, "index 6 is outside the space of 6 points");
  write_text_file(path("points"), "0\n");
  write_text_file(path("share"), "something else altogether");
  refused(task, 3, "not the share of a sweep's task");
  write_text_file(path("share"),
                  "VTAS\x01"
                  "0123456789abcdef");
  refused(task, 3, "a share of the sweep 0123456789abcdef");
}

}  // namespace
}  // namespace vta::explore
