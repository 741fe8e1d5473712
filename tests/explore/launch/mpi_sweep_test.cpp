// vta sweep --launcher mpi on real MPI: the database is that of a local sweep, whatever happens to
// ranks.
#include <sstream>

#include "tests/explore/launch/launched_sweep.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class MpiSweep : public LaunchedSweep {
 protected:
  void SetUp() override {
    LaunchedSweep::SetUp();
    VTA_NEEDS_ENGINE(mpi_is_missing());
  }
  std::string command(const std::string& spec_file, const std::string& more = "") const {
    return "sweep " + spec_file + " --db " + path("mpi.db") + " --launcher mpi " + more;
  }
  // Kills a rank once some points are stored.
  std::function<bool()> killing(int rank) const {
    return [this, rank] {
      if (points("mpi.db") < 20)
        return false;
      const pid_t pid = find_process("vta-sweep-mpi", path("mpi.db"),
                                     "OMPI_COMM_WORLD_RANK=" + std::to_string(rank));
      return pid != 0 && ::kill(pid, SIGKILL) == 0;
    };
  }
};

TEST_F(MpiSweep, ThreeRanksGiveTheLocalDatabase) {
  const std::string spec_file = small_spec();
  const ApartResult run = run_vta_apart(command(spec_file, "--ranks 3 --json"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\"schema\": \"vta.sweep\""));
  EXPECT_EQ(digest("mpi.db"), local_digest(spec_file));
  EXPECT_FALSE(fs::exists(path("mpi.db.mpi")));
}

TEST_F(MpiSweep, KilledWorkerCostsNothing) {
  const std::string spec_file = large_spec();
  const Ended ended = run_meanwhile(command(spec_file, "--ranks 3"), killing(1));
  ASSERT_TRUE(ended.happened) << ended.log;
  EXPECT_EQ(ended.exit_code, 0) << ended.log;
  EXPECT_THAT(ended.log, HasSubstr("rank 1 stopped answering"));
  EXPECT_EQ(digest("mpi.db"), local_digest(spec_file));
}

TEST_F(MpiSweep, KilledRankZeroLosesNothingThatWasStored) {
  const std::string spec_file = large_spec();
  const Ended ended = run_meanwhile(command(spec_file, "--ranks 3"), killing(0));
  ASSERT_TRUE(ended.happened) << ended.log;
  EXPECT_EQ(ended.exit_code, 7) << ended.log;
  EXPECT_THAT(ended.log, HasSubstr("rank 0 was lost"));
  EXPECT_GE(points("mpi.db"), 20);
  const CommandResult again = run_vta(command(spec_file, "--ranks 3 --resume"));
  ASSERT_EQ(again.exit_code, 0) << again.text;
  EXPECT_EQ(digest("mpi.db"), local_digest(spec_file));
}

TEST_F(MpiSweep, TheBoundOfALaunchReachesEveryPoint) {
  const CommandResult run = run_vta(command(small_spec(), "--ranks 2 --max-cycles 1000"));
  EXPECT_EQ(run.exit_code, 7) << run.text;
  EXPECT_THAT(run.text,
              AllOf(HasSubstr("4 failed"), HasSubstr("the bound is 1000 (--max-cycles)")));
}

TEST_F(MpiSweep, GuidedSamplingIsTheSame) {
  const std::string spec_file = large_spec(
      R"(, "sampling": {"method": "pareto", "points": 40, "population": 20, "seed": 3})");
  const CommandResult run = run_vta(command(spec_file, "--ranks 3"));
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(digest("mpi.db"), local_digest(spec_file));
}

TEST_F(MpiSweep, ErrorsOfTheSweepComeThrough) {
  const CommandResult missing = run_vta(command(path("no.json"), "--ranks 2"));
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.text, HasSubstr("no.json"));
  ASSERT_EQ(run_vta(command(small_spec(), "--ranks 2")).exit_code, 0);
  const CommandResult again = run_vta(command(small_spec(), "--ranks 2"));
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_THAT(again.text, HasSubstr("--resume"));
}

}  // namespace
}  // namespace vta::explore
