// What a specification asks for, found out without running it.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/space/exclusion.h"
#include "explore/space/space.h"
#include "explore/sweep/import.h"

namespace vta::explore {

struct SweepPlan {
  // Of the points that were looked at: all that the sweep would look at where `whole`, else some at
  // random (a space too large to be walked in a moment, or points that depend on results).
  int64_t looked_at = 0;
  bool whole = false;
  ExclusionSummary exclusions;  // of those
  // That would be run. Where not `exact`: at most so many, if the method has a number of points;
  // else the share that was legal, of the whole space.
  int64_t points = 0;
  bool exact = false;
  std::vector<NetworkTrial> networks;  // in the order of the specification
};

// Looks at 50,000 configurations at most, and imports the networks that are files.
SweepPlan plan_sweep(const Space& space);

}  // namespace vta::explore
