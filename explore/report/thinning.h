// Which points of a sweep with very many are in its report.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explore/report/candidates.h"
#include "explore/store/rows.h"

namespace vta::explore {

// Quantiles of every objective whose points are kept, the least and the largest included.
inline constexpr size_t kKeptQuantiles = 101;

// Rows of at most `most` points, ascending, or of more where these are more: `always`, the front of
// every set by these metrics, and its quantiles by each of them. The rest are spread evenly over
// the points. A machine over all networks is kept with its point of every network.
std::vector<size_t> thinned_rows(std::span<const PointRow> points,
                                 std::span<const CandidateSet> sets,
                                 std::span<const std::string> objectives,
                                 std::span<const size_t> always, size_t most);

}  // namespace vta::explore
