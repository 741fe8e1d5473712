#include "workbench/sweep.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include "base/error.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/setup.h"
#include "explore/sweep/stop_signal.h"

namespace vta::workbench {

using namespace explore;

namespace {

double peak_mb(int who) {
  struct rusage usage {};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

SweepOutcome sweep(const SweepRequest& request, const RunnerFactory& make_runner) {
  const Space space = load_space(request.spec);
  for (const std::string& note : memory_notes(space.spec().axes, space.spec().base))
    spdlog::warn("{}: {}", request.spec, note);
  Evaluator evaluator(space.spec().networks, graph_axes(space.spec()));
  evaluator.set_max_cycles(request.max_cycles);
  std::unique_ptr<PointRunner> runner = make_runner(space, evaluator);
  SweepOutcome outcome;
  try {
    outcome.summary = run_sweep({.database = request.database,
                                 .resume = request.resume,
                                 .reuse = request.reuse,
                                 .threads = request.workers()},
                                space, evaluator, *runner);
    runner.reset();  // what its processes needed is known once they have ended
    outcome.peaks = {.self_mb = peak_mb(RUSAGE_SELF), .worker_mb = peak_mb(RUSAGE_CHILDREN)};
    if (request.confirm == "pareto")
      outcome.confirmed = confirm_pareto({.database = request.database,
                                          .reuse = request.reuse,
                                          .most_macs = request.confirm_macs,
                                          .above = request.confirm_above,
                                          .stop = StopSignal::requested},
                                         space, evaluator);
  } catch (const IncompleteError& e) {
    throw IncompleteError(fmt::format("{}; what is done is in {}: add the rest with --resume",
                                      e.what(), request.database));
  }
  return outcome;
}

std::unique_ptr<PointRunner> local_runner(int64_t jobs, const Space& space, Evaluator& evaluator) {
  return std::make_unique<LocalRunner>(
      [&](int64_t index) { return evaluate_index(space, evaluator, index); },
      LocalOptions{.jobs = jobs, .stop = StopSignal::requested});
}

}  // namespace vta::workbench
