#include "cli/sweep_flags.h"

#include <spdlog/spdlog.h>

#include "base/cores.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/standard_streams.h"
#include "cli/launch_bound.h"
#include "explore/sweep/confirm.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/session.h"
#include "explore/sweep/setup.h"
#include "explore/sweep/stop_signal.h"
#include "workbench/views/sweep_report.h"

namespace vta::cli {

using namespace workbench;

using namespace explore;

namespace {

ConfirmOptions confirm_options(const SweepFlags& flags) {
  ConfirmOptions options;
  options.database = flags.database;
  options.reuse = flags.reuse;
  options.most_macs = flags.confirm_macs;
  options.above = flags.confirm_above;
  options.stop = StopSignal::requested;
  return options;
}

}  // namespace

void SweepFlags::add_to(Command& command) {
  command.add_option("SPEC", spec, "what to sweep (.json): docs/sweep.md");
  command.add_option("--db", database, "database to write (SQLite): docs/sweep_database.md")
      ->output_file();
  command.add_option("--jobs", jobs, "worker processes (default: as many as cores)")
      ->check(range(1, 256));
  command.add_flag("--resume", resume, "add what a database of the same sweep lacks");
  command
      .add_option("--reuse", reuse,
                  "take the points over that this database has, of any specification; repeat for "
                  "more")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--confirm", confirm, "run these points on the RTL too: pareto, none")
      ->check(one_of({"pareto", "none"}))
      ->capture_default_str();
  confirming_ = {
      command
          .add_option("--confirm-macs", confirm_macs,
                      "all Pareto points up to so many MACs a cycle")
          ->check(range(0, 1 << 24))
          ->capture_default_str(),
      command.add_option("--confirm-above", confirm_above, "and so many of the smallest above")
          ->check(range(0, 1 << 24))
          ->capture_default_str()};
  add_max_cycles(command, max_cycles);
  command.add_flag("--json", json, "print one JSON object instead of text");
}

void SweepFlags::check_usage() const {
  if (spec.empty())
    throw UsageError("sweep needs a SPEC.json: what to sweep");
  if (database.empty())
    throw UsageError("sweep needs --db FILE: where the results go");
  if (confirm != "pareto")
    refuse_given(confirming_, fmt::format("is of --confirm pareto, this is {}", confirm));
}

int64_t SweepFlags::workers() const {
  return jobs > 0 ? jobs : usable_cores();
}

int sweep_command(const SweepFlags& flags, const RunnerFactory& make_runner,
                  const std::string& workers) {
  flags.check_usage();
  const Space space = load_space(flags.spec);
  for (const std::string& note : memory_notes(space.spec().axes, space.spec().base))
    spdlog::warn("{}: {}", flags.spec, note);
  Evaluator evaluator(space.spec().networks, graph_axes(space.spec()));
  evaluator.set_max_cycles(flags.max_cycles);
  std::unique_ptr<PointRunner> runner = make_runner(space, evaluator);
  SweepReport report{.database = flags.database, .workers = workers, .json = flags.json};
  SweepSummary summary;
  ConfirmSummary confirmed;
  try {
    summary = run_sweep({.database = flags.database,
                         .resume = flags.resume,
                         .reuse = flags.reuse,
                         .threads = flags.workers()},
                        space, evaluator, *runner);
    runner.reset();  // what its processes needed is known once they have ended
    report.peaks = peak_memory();
    if (flags.confirm == "pareto")
      confirmed = confirm_pareto(confirm_options(flags), space, evaluator);
  } catch (const IncompleteError& e) {
    throw IncompleteError(fmt::format("{}; what is done is in {}: add the rest with --resume",
                                      e.what(), flags.database));
  }
  print_sweep(report, summary);
  if (summary.failed > 0)
    write_standard_error(fmt::format(
        "vta: error: {} failed, for the reasons that the report lists: --resume tries again\n",
        counted(summary.failed, "point")));
  if (confirmed.different > 0)
    return static_cast<int>(ExitCode::Mismatch);
  return static_cast<int>(summary.failed > 0 ? ExitCode::Incomplete : ExitCode::Ok);
}

std::unique_ptr<PointRunner> local_runner(int64_t jobs, const Space& space, Evaluator& evaluator) {
  return std::make_unique<LocalRunner>(
      [&](int64_t index) { return evaluate_index(space, evaluator, index); },
      LocalOptions{.jobs = jobs, .stop = StopSignal::requested});
}

}  // namespace vta::cli
