// The options of `vta sweep`, and the whole of it after they are read: shared with programs that
// compute the points elsewhere.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include "cli/options.h"

#include "driver/driver.h"
#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"
#include "explore/sweep/runner.h"

namespace vta::cli {

struct SweepFlags {
  std::string spec;
  std::string database;
  int64_t jobs = 0;  // 0: as many as there are cores
  bool resume = false;
  std::vector<std::string> reuse;  // databases whose points are taken over
  bool json = false;
  std::string confirm = "none";
  int64_t confirm_macs = 1024;
  int64_t confirm_above = 3;
  int64_t max_cycles = kMaxCycles;

  void add_to(Command& command);
  // UsageError when something is missing, or an option was given that nothing would read.
  void check_usage() const;
  int64_t workers() const;  // `jobs`, or the number of cores

 private:
  std::vector<const Option*> confirming_;  // of --confirm pareto
};

// Called once the specification is read, before any network is prepared.
using RunnerFactory = std::function<std::unique_ptr<explore::PointRunner>(
    const explore::Space& space, explore::Evaluator& evaluator)>;

// Sweeps, confirms, prints. The exit code: 0, 1 where tsim differs from csim, 7 where points have
// failed; everything else is an Error. `workers` is what the summary says computed the points.
int sweep_command(const SweepFlags& flags, const RunnerFactory& make_runner,
                  const std::string& workers);

// Processes of this machine; ended by Ctrl-C.
std::unique_ptr<explore::PointRunner> local_runner(int64_t jobs, const explore::Space& space,
                                                   explore::Evaluator& evaluator);

}  // namespace vta::cli
