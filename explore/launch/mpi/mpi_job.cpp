#include "explore/launch/mpi/mpi_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/mpi.hpp>
#include <cstdio>
#include <cstdlib>

#include "base/error.h"
#include "explore/launch/mpi/mpi_runner.h"
#include "explore/launch/mpi/rank_work.h"

namespace vta::explore {
namespace {

struct Ending {
  int code = 0;
  std::string text;
  bool all_there = true;  // every rank will finalize MPI
};

// The ranks are sent home whatever happens; one that is silent by then is lost.
Ending lead_ranks(MpiRunner& runner, RankWork& work) {
  const Answer ended = work.lead(runner);
  Ending ending;
  if (!ended.failed())
    ending.code = std::stoi(ended.text);
  else
    ending = {static_cast<int>(ended.code),
              (ended.code == ExitCode::Internal ? "internal error: " : "") + ended.text};
  ending.all_there = runner.stop();
  if (!ending.all_there && ending.code == 0)
    ending.text = fmt::format("rank {} stopped answering; other ranks computed its points",
                              fmt::join(runner.silent_ranks(), ", "));
  return ending;
}

int lead_job(const boost::mpi::communicator& world, const MpiJob& job, RankWork& work) {
  if (world.size() < 2) {
    job.report(static_cast<int>(ExitCode::Usage),
               "a sweep under MPI needs at least 2 ranks: rank 0 distributes points, the others "
               "compute them; this job has 1");
    std::fflush(nullptr);
    return static_cast<int>(ExitCode::Usage);
  }
  MpiRunner runner(world, job.silence, job.build);
  const Ending ending = lead_ranks(runner, work);
  job.report(ending.code, ending.text);
  std::fflush(nullptr);
  // Finalizing waits for every rank, and so for ever. The runner lives: MPI may still be writing
  // what a lost rank has begun to send.
  if (!ending.all_there)
    boost::mpi::environment::abort(ending.code);
  return ending.code;
}

}  // namespace

int run_mpi_job(int argc, char** argv, const MpiJob& job) {
  RankWork work(job);
  const boost::mpi::environment environment(argc, argv, /*abort_on_exception=*/false);
  const boost::mpi::communicator world;
  if (world.rank() == 0)
    return lead_job(world, job, work);
  const auto prepare = [&] { return work.prepare(); };
  if (serve_points(world, job.silence, job.build, prepare) == WorkerEnd::Orphan)
    std::_Exit(static_cast<int>(ExitCode::Incomplete));
  return 0;
}

}  // namespace vta::explore
