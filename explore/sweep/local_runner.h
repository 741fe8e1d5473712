// Points computed by processes of this machine (base/workers): a worker that dies loses the point
// it was at and no other; it is replaced, and the point is tried once more.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/workers/workers.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

struct LocalOptions {
  int64_t jobs = 1;                 // workers
  std::function<bool()> stop = {};  // asked now and then: true ends run() with IncompleteError
};

class LocalRunner : public PointRunner {
 public:
  // Called in the workers. What it throws makes the point Failed.
  using Evaluate = std::function<Outcome(int64_t index)>;

  LocalRunner(Evaluate evaluate, LocalOptions options);

  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override;

 private:
  LocalOptions options_;
  Workers workers_;
};

}  // namespace vta::explore
