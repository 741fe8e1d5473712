// Cuts a network so that the cost of its costliest part is minimal.
//
// A part is the segment between two cuts. best[p][j] is the minimal cost of the costliest of p
// parts that end at cut j: the minimum over i < j of max(best[p-1][i], cost(i, j)). Among all
// optimal divisions, a second pass, in which no part may cost more, takes the one with the fewest
// bytes crossing the cuts.
#pragma once

#include <cstdint>
#include <vector>

namespace vta::explore {

// Costs by the segment's ends: 0 is the begin of the network, i the i-th cut, the last its end.
// Called for first < last only; -1: unknown, the segment is not used.
using SegmentCosts = std::vector<std::vector<int64_t>>;

struct BalancedCuts {
  std::vector<size_t> cuts;  // ascending, from 1
  int64_t greatest = 0;      // the costliest part's
  int64_t crossing_bytes = 0;
};

// `crossing_bytes`: of each cut, the first one's at [0]. UsageError for fewer than 1 part, or more
// parts than the cuts allow.
BalancedCuts best_cuts(const SegmentCosts& costs, const std::vector<int64_t>& crossing_bytes,
                       int64_t parts);
// The same where each part has costs of its own, as on different devices: one table per part, in
// their order, all of the same size.
BalancedCuts best_cuts(const std::vector<const SegmentCosts*>& costs,
                       const std::vector<int64_t>& crossing_bytes);

}  // namespace vta::explore
