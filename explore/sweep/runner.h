// Who computes the points of a sweep: processes of this machine, a job array, MPI ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/evaluate/outcome.h"

namespace vta::explore {

struct PointOutcome {
  int64_t index = 0;
  Outcome outcome;
  double seconds = 0;                     // that the evaluation took
  int64_t worker = 0;                     // process, task or rank, counted from 0
  static constexpr bool kMessage = true;  // base/archive.h
};

using OnOutcome = std::function<void(PointOutcome)>;

class PointRunner {
 public:
  virtual ~PointRunner() = default;

  // Computes every index once and passes each outcome on as it comes, from this thread, in any
  // order. What `on_outcome` has got counts as done. Throws IncompleteError when some cannot be
  // had now: running again with the missing ones, perhaps in another process, does the rest.
  virtual void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) = 0;

  // Called now and then while the caller is busy with something else between two run().
  virtual void wait() {}

  // The sweep has ended and all of it is stored: nothing that was kept for resuming is needed.
  virtual void finish() {}
};

}  // namespace vta::explore
