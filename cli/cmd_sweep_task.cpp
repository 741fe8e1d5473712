// vta sweep-task: a part of a sweep for a batch system, results into a file of its own.
#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/launch_bound.h"
#include "explore/launch/sweep_task.h"
#include "explore/sweep/stop_signal.h"

namespace vta::cli {
namespace {

constexpr const char* kSweepTaskExamples = R"(Examples:
  vta sweep-task resnet18.json --points points_3.txt --share share_3 --jobs 2

Tasks of `vta sweep --launcher slurm` run this command; other batch systems can use it too. --points
is a list of indexes of the specification's space, one per line. A second run computes points missing in --share.
Exit codes: 0 done; 2 wrong options; 3 unreadable specification, list or share; 4 illegal base
  configuration; 5 a network that cannot be compiled at all; 7 interrupted;
  8 more than a limit allows; 9 the share cannot be written.)";

}  // namespace

void register_sweep_task(Command& app) {
  auto task = std::make_shared<explore::SweepTask>();
  Command* command = app.add_subcommand(
      "sweep-task", "compute some points of a sweep into a separate file (used by job arrays)");
  command->add_option("SPEC", task->spec, "specification (.json)")->required();
  command->add_option("--points", task->points, "file with the indexes of the points")->required();
  command->add_option("--share", task->share, "file to append the results to")->required();
  command->add_option("--jobs", task->jobs, "worker processes")
      ->check(range(1, 256))
      ->capture_default_str();
  add_max_cycles(*command, task->max_cycles);
  command->footer(kSweepTaskExamples);
  command->callback([task] {
    const StopSignal stop;
    task->stop = StopSignal::requested;
    const explore::SweepTaskReport report = explore::run_sweep_task(*task);
    fmt::print("{}: {} computed, {} were there\n", task->share, counted(report.points, "point"),
               report.earlier);
  });
}

}  // namespace vta::cli
