// A sweep from its request to its database.
#pragma once

#include <functional>
#include <memory>

#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"
#include "explore/sweep/confirm.h"
#include "explore/sweep/runner.h"
#include "explore/sweep/session.h"
#include "workbench/sweep_request.h"

namespace vta::workbench {

// Called once the specification is read, before any network is prepared.
using RunnerFactory = std::function<std::unique_ptr<explore::PointRunner>(
    const explore::Space& space, explore::Evaluator& evaluator)>;

// Of one process each: this one, and the largest that has ended.
struct PeakMemory {
  double self_mb = 0, worker_mb = 0;
};

struct SweepOutcome {
  explore::SweepSummary summary;
  explore::ConfirmSummary confirmed;  // with SweepRequest::confirm
  PeakMemory peaks;                   // of computing the points
};

// Computes the points with what `make_runner` makes, and confirms them. Errors as run_sweep() and
// confirm_pareto(); IncompleteError says how to go on.
SweepOutcome sweep(const SweepRequest& request, const RunnerFactory& make_runner);

// Processes of this machine; ended by Ctrl-C (StopSignal).
std::unique_ptr<explore::PointRunner> local_runner(int64_t jobs, const explore::Space& space,
                                                   explore::Evaluator& evaluator);

}  // namespace vta::workbench
