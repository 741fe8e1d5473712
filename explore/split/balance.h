// The cuts of a network whose costliest part costs least.
//
// A part is what lies between two cuts. best[p][j], the least that the costliest of p parts can
// cost that end at cut j, is the least over i < j of max(best[p-1][i], cost(i, j)). Of all ways to
// have the least, the one with the fewest bytes crossing is taken: a second pass in which no part
// may cost more.
#pragma once

#include <cstdint>
#include <vector>

namespace vta::explore {

// Costs by the segment's ends: 0 is the begin of the network, i the i-th cut, the last its end. Of
// first < last only; -1: not known, and not taken.
using SegmentCosts = std::vector<std::vector<int64_t>>;

struct BalancedCuts {
  std::vector<size_t> cuts;  // ascending, from 1
  int64_t greatest = 0;      // the costliest part's
  int64_t crossing_bytes = 0;
};

// `crossing_bytes`: of each cut, the first one's at [0]. UsageError for fewer than 1 part, or more
// than cuts allow.
BalancedCuts best_cuts(const SegmentCosts& costs, const std::vector<int64_t>& crossing_bytes,
                       int64_t parts);
// The same where each part has costs of its own, as on different devices: one table per part, in
// their order, all of the same size.
BalancedCuts best_cuts(const std::vector<const SegmentCosts*>& costs,
                       const std::vector<int64_t>& crossing_bytes);

}  // namespace vta::explore
