#include "cli/launch_sweep.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/cores.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/standard_streams.h"
#include "cli/sweep_flags.h"
#include "explore/launch/mpirun.h"
#include "explore/launch/slurm_runner.h"
#include "explore/launch/sweep_task.h"
#include "explore/sweep/stop_signal.h"

namespace vta::cli {
namespace {

namespace fs = std::filesystem;
using namespace explore;
using namespace workbench;

void say(const std::string& text) {
  write_standard_error(text + "\n");
}

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

SlurmOptions slurm_options(const SweepRequest& request, const Space& space) {
  SlurmOptions options;
  options.root = arrays_root(request.database);
  options.identity = sweep_identity(space);
  options.mode = request.submit_only ? SlurmMode::Submit
                 : request.collect   ? SlurmMode::Collect
                                     : SlurmMode::Wait;
  options.tasks = request.tasks > 0 ? request.tasks : SweepRequest::kDefaultTasks;
  options.script.cpus_per_task = std::max<int64_t>(1, request.jobs);
  options.script.options = request.sbatch_options;
  options.script.working_directory = fs::current_path().string();
  options.script.command = {fs::read_symlink("/proc/self/exe").string(),
                            "sweep-task",
                            absolute(request.spec),
                            "--jobs",
                            std::to_string(options.script.cpus_per_task),
                            "--max-cycles",
                            std::to_string(request.max_cycles)};
  options.say = say;
  options.stop = StopSignal::requested;
  return options;
}

int sweep_with_slurm(const SweepRequest& request, bool json) {
  const auto make_runner = [&](const Space& space, Evaluator&) {
    return std::make_unique<SlurmRunner>(slurm_options(request, space));
  };
  try {
    return sweep_command(request, json, make_runner, "a Slurm job array");
  } catch (const SubmittedOnly& submitted) {
    say(
        fmt::format("submitted; when job {} has ended: vta sweep {} --db {} --resume --launcher "
                    "slurm --collect",
                    submitted.job, request.spec, request.database));
    return 0;
  }
}

int sweep_here(const SweepRequest& request, bool json) {
  const int64_t jobs = request.workers();
  const auto make_runner = [jobs](const Space& space, Evaluator& evaluator) {
    return local_runner(jobs, space, evaluator);
  };
  return sweep_command(request, json, make_runner, counted(jobs, "process"));
}

// Rank 0 does all of `vta sweep` but confirm points: by then its workers would only wait.
int sweep_with_mpi(SweepRequest request, bool json) {
  const bool confirms = request.confirm != "none";
  MpirunRequest ranks;
  ranks.ranks = request.ranks > 0 ? request.ranks : usable_cores() + 1;
  ranks.options = request.mpirun_options;
  ranks.status_file = absolute(request.database) + ".mpi";
  ranks.results_to_stderr = confirms;
  ranks.command = {find_mpi_program(), request.spec, "--db", request.database};
  if (request.resume)
    ranks.command.push_back("--resume");
  ranks.command.insert(ranks.command.end(), {"--max-cycles", std::to_string(request.max_cycles)});
  for (const std::string& database : request.reuse)
    ranks.command.insert(ranks.command.end(), {"--reuse", database});
  if (json && !confirms)
    ranks.command.push_back("--json");
  ranks.command.insert(ranks.command.end(), {"--status-file", ranks.status_file});
  const RankEnd end = run_mpirun(ranks);
  if (end.code != 0 && !end.text.empty())
    throw Error(static_cast<ExitCode>(end.code), end.text);
  if (!end.text.empty())
    say(end.text);
  if (end.code != 0 || !confirms)
    return end.code;
  request.resume = true;
  return sweep_here(request, json);
}

}  // namespace

int launch_sweep(const SweepRequest& request, bool json) {
  const StopSignal stop;
  if (request.launcher == "slurm")
    return sweep_with_slurm(request, json);
  if (request.launcher == "mpi")
    return sweep_with_mpi(request, json);
  return sweep_here(request, json);
}

}  // namespace vta::cli
