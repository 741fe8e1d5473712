#include "cli/launch_flags.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/cores.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/standard_streams.h"
#include "explore/launch/mpirun.h"
#include "explore/launch/slurm_runner.h"
#include "explore/launch/sweep_task.h"
#include "explore/sweep/stop_signal.h"

namespace vta::cli {
namespace {

namespace fs = std::filesystem;
using namespace explore;

void say(const std::string& text) {
  write_standard_error(text + "\n");
}

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

// An option that was given although another launcher has it.
void refuse_foreign_options(const LaunchFlags& flags, const SweepFlags& sweep) {
  struct Option {
    const char *name, *launcher;
    bool given;
  };
  const Option options[] = {{"--submit-only", "slurm", flags.submit_only},
                            {"--collect", "slurm", flags.collect},
                            {"--tasks", "slurm", flags.tasks > 0},
                            {"--sbatch-option", "slurm", !flags.sbatch.empty()},
                            {"--ranks", "mpi", flags.ranks > 0},
                            {"--mpirun-option", "mpi", !flags.mpirun.empty()}};
  for (const Option& option : options)
    if (option.given && option.launcher != flags.launcher)
      throw UsageError(fmt::format("{} is of --launcher {}, this is {}", option.name,
                                   option.launcher, flags.launcher));
  if (sweep.jobs > 0 && flags.launcher == "mpi")
    throw UsageError("--jobs is of --launcher local or slurm; --ranks is of mpi");
  if (flags.submit_only && flags.collect)
    throw UsageError("--submit-only and --collect are two steps: submit first, collect later");
}

int64_t cores() {
  return usable_cores();
}

SlurmOptions slurm_options(const SweepFlags& sweep, const LaunchFlags& flags, const Space& space) {
  SlurmOptions options;
  options.root = arrays_root(sweep.database);
  options.identity = sweep_identity(space);
  options.mode = flags.submit_only ? SlurmMode::Submit
                 : flags.collect   ? SlurmMode::Collect
                                   : SlurmMode::Wait;
  options.tasks = flags.tasks > 0 ? flags.tasks : LaunchFlags::kDefaultTasks;
  options.script.cpus_per_task = std::max<int64_t>(1, sweep.jobs);
  options.script.options = flags.sbatch;
  options.script.working_directory = fs::current_path().string();
  options.script.command = {fs::read_symlink("/proc/self/exe").string(),
                            "sweep-task",
                            absolute(sweep.spec),
                            "--jobs",
                            std::to_string(options.script.cpus_per_task),
                            "--max-cycles",
                            std::to_string(sweep.max_cycles)};
  options.say = say;
  options.stop = StopSignal::requested;
  return options;
}

int sweep_with_slurm(const SweepFlags& sweep, const LaunchFlags& flags) {
  const auto make_runner = [&](const Space& space, Evaluator&) {
    return std::make_unique<SlurmRunner>(slurm_options(sweep, flags, space));
  };
  try {
    return sweep_command(sweep, make_runner, "a Slurm job array");
  } catch (const SubmittedOnly& submitted) {
    say(
        fmt::format("submitted; when job {} has ended: vta sweep {} --db {} --resume --launcher "
                    "slurm --collect",
                    submitted.job, sweep.spec, sweep.database));
    return 0;
  }
}

int sweep_here(const SweepFlags& sweep) {
  const int64_t jobs = sweep.workers();
  const auto make_runner = [jobs](const Space& space, Evaluator& evaluator) {
    return local_runner(jobs, space, evaluator);
  };
  return sweep_command(sweep, make_runner, counted(jobs, "process"));
}

// Rank 0 does all of `vta sweep` but confirm points: by then its workers would only wait.
int sweep_with_mpi(SweepFlags sweep, const LaunchFlags& flags) {
  const bool confirms = sweep.confirm != "none";
  MpirunRequest request;
  request.ranks = flags.ranks > 0 ? flags.ranks : cores() + 1;
  request.options = flags.mpirun;
  request.status_file = absolute(sweep.database) + ".mpi";
  request.results_to_stderr = confirms;
  request.command = {find_mpi_program(), sweep.spec, "--db", sweep.database};
  if (sweep.resume)
    request.command.push_back("--resume");
  request.command.insert(request.command.end(), {"--max-cycles", std::to_string(sweep.max_cycles)});
  for (const std::string& database : sweep.reuse)
    request.command.insert(request.command.end(), {"--reuse", database});
  if (sweep.json && !confirms)
    request.command.push_back("--json");
  request.command.insert(request.command.end(), {"--status-file", request.status_file});
  const RankEnd end = run_mpirun(request);
  if (end.code != 0 && !end.text.empty())
    throw Error(static_cast<ExitCode>(end.code), end.text);
  if (!end.text.empty())
    say(end.text);
  if (end.code != 0 || !confirms)
    return end.code;
  sweep.resume = true;
  return sweep_here(sweep);
}

}  // namespace

void LaunchFlags::add_to(Command& command) {
  command
      .add_option("--launcher", launcher,
                  "who computes the points: local (processes), slurm (a job array), mpi (ranks)")
      ->check(one_of({"local", "slurm", "mpi"}))
      ->capture_default_str();
  command
      .add_option("--tasks", tasks,
                  fmt::format("slurm: tasks of the array, of --jobs processes each (default: {})",
                              kDefaultTasks))
      ->check(range(1, 100000));
  command
      .add_option("--sbatch-option", sbatch,
                  "slurm: an option of sbatch, e.g. --sbatch-option=--time=10:00; repeat for more")
      ->allow_extra_args(false);
  command.add_flag("--submit-only", submit_only, "slurm: do not wait for the array");
  command.add_flag("--collect", collect, "slurm: take what tasks have computed, submit nothing");
  command.add_option("--ranks", ranks, "mpi: ranks, rank 0 only hands out (default: cores + 1)")
      ->check(range(2, 100000));
  command
      .add_option("--mpirun-option", mpirun,
                  "mpi: an option of mpirun, e.g. --mpirun-option=--display-map; repeat for more")
      ->allow_extra_args(false);
}

int launch_sweep(const SweepFlags& sweep, const LaunchFlags& flags) {
  refuse_foreign_options(flags, sweep);
  sweep.check_usage();
  const StopSignal stop;
  if (flags.launcher == "slurm")
    return sweep_with_slurm(sweep, flags);
  if (flags.launcher == "mpi")
    return sweep_with_mpi(sweep, flags);
  return sweep_here(sweep);
}

}  // namespace vta::cli
