// A sweep from its specification to its database, whoever computes the points.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

struct SweepOptions {
  std::string database;
  bool resume = false;                  // without it, a database that has points already is refused
  std::vector<std::string> reuse = {};  // databases whose points are taken over, not computed
  int64_t threads = 1;                  // that accuracy is measured with, in this process
};

// Rows of the database after a sweep, and what this run of it did.
struct SweepSummary {
  int64_t space_points = 0;
  int64_t points = 0, illegal = 0, constraint = 0, uncompilable = 0, failed = 0;
  int64_t evaluated = 0;  // indices in this run
  int64_t reused = 0;     // and points that were taken over
  double seconds = 0;     // from the first index handed out to the last outcome stored
  std::vector<int64_t> pareto;
};

// Asks the sampler for points, has `runner` compute those that the database lacks, and stores each
// outcome as it comes, in a transaction of its own. So it may be killed at any moment and continued
// with `resume`: what is stored is not computed again, and the end is the same.
// A point that failed is tried again when the sweep is resumed. A network that cannot be imported
// makes its own points fail, with the reason; the others go on.
//
// Of networks with samples, accuracy is measured here before the points of a generation are run:
// once for all points that compute the same values. Points that miss a lower limit of it are
// excluded.
//
// What `reuse` has of the wanted points is taken over: the end is that of a sweep without it.
//
// Errors: those of StoredPoints, SweepWriter (another specification, version or network; another
// writer), import_networks, Sampler::next and the runner; InputError for a database with points
// where `resume` is not set. Whatever `runner` throws: every outcome that it delivered is stored.
SweepSummary run_sweep(const SweepOptions& options, const Space& space, Evaluator& evaluator,
                       PointRunner& runner);

// What the database says now; `evaluated`, `reused` and `seconds` are 0.
SweepSummary summarize(const std::string& database);

}  // namespace vta::explore
