// The Pareto points of a sweep on the RTL itself: their cycles must be those of the sweep.
//
// A point is run again on csim and then on tsim: one program, on memory that is zero but for
// instructions and micro-ops. That is enough, because no cycle depends on a value: neither
// addresses nor loop counts come from data, and no unit takes longer for one number than for
// another (hw/rtl/core). Compared are the cycles of the run and of every layer, the states of every
// unit in each, and all counters.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"
#include "explore/store/rows.h"

namespace vta::explore {

// What is asked for the second opinion; by default tsim. Both run in processes of their own.
struct SecondOpinion {
  std::function<bool(const VtaConfig& config)> build;  // makes what `make` needs; false: was there
  Evaluator::MakeDevice make;
};
SecondOpinion rtl_opinion();

struct ConfirmOptions {
  std::string database;
  std::vector<std::string> reuse = {};  // databases whose confirmations are taken over
  int64_t most_macs = 1024;             // of the front, every point up to this many MACs
  int64_t above = 3;                    // and so many of the smallest above
  SecondOpinion opinion = rtl_opinion();
  std::function<bool()> stop = {};  // true ends what is under way, then with IncompleteError
};

struct ConfirmSummary {
  int64_t confirmed = 0, different = 0, unconfirmed = 0;  // of the Pareto points
};

// Writes a row of `confirmation` for every Pareto point. What is confirmed already is not run
// again, and what was run stays recorded under other limits. A point that cannot be run (no tool, a
// build that fails) is unconfirmed, with the reason. The database must be one of this space: errors
// are those of SweepWriter.
ConfirmSummary confirm_pareto(const ConfirmOptions& options, const Space& space,
                              Evaluator& evaluator);

// Where two results of one point differ first, in words; empty when they are equal.
std::string result_difference(const PointResult& csim, const PointResult& tsim);

}  // namespace vta::explore
