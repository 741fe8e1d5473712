// Ranks of real MPI that compute nothing much (mpi_check.cpp), and lose some of them.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "base/file.h"
#include "base/process.h"
#include "explore/launch/mpirun.h"
#include "tests/explore/launch/engines.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct JobResult {
  std::map<int64_t, int> rank_of;  // who computed a point
  std::string end;                 // "CODE TEXT" as rank 0 reported it, "" when it did not
  std::string log;
};

JobResult run_job(int64_t points, int64_t ranks, const std::vector<std::string>& faults) {
  const std::string output = scratch_path("mpi_check.txt"), log = scratch_path("log");
  MpirunRequest request;
  request.ranks = ranks;
  request.command = {std::string(VTA_BINARY_DIR) + "/bin/mpi_check", std::to_string(points),
                     output};
  request.command.insert(request.command.end(), faults.begin(), faults.end());
  run_process(mpirun_argv(request, true, ::geteuid() == 0), log);
  JobResult result;
  result.log = read_text_file(log);
  std::istringstream lines(read_text_file(output));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("end ")) {
      result.end = line.substr(4);
      continue;
    }
    std::istringstream in(line);
    int64_t index = 0;
    int rank = 0;
    std::string reason;
    in >> index >> rank >> reason;
    EXPECT_EQ(reason, fmt::format("point_{}", index));
    EXPECT_TRUE(result.rank_of.emplace(index, rank).second) << "point " << index << " twice";
  }
  return result;
}

class MpiRanks : public ::testing::Test {
 protected:
  void SetUp() override { VTA_NEEDS_ENGINE(mpi_is_missing()); }
};

TEST_F(MpiRanks, EveryPointIsComputedOnceByAWorkingRank) {
  const JobResult job = run_job(100, 3, {});
  EXPECT_EQ(job.end, "0 ") << job.log;
  EXPECT_EQ(job.rank_of.size(), 100u);
  for (const auto& [index, rank] : job.rank_of)
    EXPECT_TRUE(rank == 1 || rank == 2) << "rank " << rank;
}

TEST_F(MpiRanks, OneWorkerIsEnoughAndNoneIsTooFew) {
  EXPECT_EQ(run_job(20, 2, {}).rank_of.size(), 20u);
  const JobResult alone = run_job(20, 1, {});
  EXPECT_THAT(alone.end, StartsWith("2 a sweep under MPI needs at least 2 ranks")) << alone.log;
}

TEST_F(MpiRanks, KilledWorkerLosesNothing) {
  const JobResult job = run_job(60, 3, {"1:10:kill"});
  EXPECT_EQ(job.rank_of.size(), 60u) << job.log;
  EXPECT_EQ(job.end, "0 rank 1 stopped answering; other ranks computed its points");
}

// MPI passes on a long message piece by piece: what follows its first piece never comes.
TEST_F(MpiRanks, WorkerKilledAsItSendsLosesNothing) {
  const JobResult job = run_job(60, 3, {"1:0:cut"});
  EXPECT_EQ(job.rank_of.size(), 60u) << job.log;
  EXPECT_EQ(job.end, "0 rank 1 stopped answering; other ranks computed its points");
}

TEST_F(MpiRanks, WithoutWorkersWhatWasDoneIsKept) {
  const JobResult job = run_job(60, 3, {"1:10:kill", "2:20:kill"});
  EXPECT_THAT(job.end, HasSubstr("none of the 2 working ranks has sent a message")) << job.log;
  EXPECT_THAT(job.end, StartsWith("7 "));
  EXPECT_GE(job.rank_of.size(), 10u);
}

TEST_F(MpiRanks, WorkersEndWithoutRankZero) {
  const JobResult job = run_job(60, 3, {"0:10:kill"});  // returns: nobody waits for ever
  EXPECT_THAT(job.end, IsEmpty());
  EXPECT_LT(job.rank_of.size(), 60u);
}

TEST_F(MpiRanks, RankThatCannotBeginSaysWhy) {
  const JobResult job = run_job(60, 3, {"2:0:refuse"});
  EXPECT_EQ(job.end, "3 rank 2 cannot start: no such model here") << job.log;
}

TEST_F(MpiRanks, RankOfAnotherBuildIsRefusedNamingBoth) {
  const JobResult job = run_job(60, 3, {"2:0:other"});
  EXPECT_THAT(job.end, StartsWith("3 rank 2 runs build fedcba9876543210 of vta, rank 0 build "
                                  "0123456789abcdef"))
      << job.log;
}

}  // namespace
}  // namespace vta::explore
