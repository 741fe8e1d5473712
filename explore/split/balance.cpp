#include "explore/split/balance.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace vta::explore {
namespace {

constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

// By parts and end; kNone where there is no such way.
using Table = std::vector<std::vector<int64_t>>;

Table table_for(int64_t parts, size_t ends) {
  Table table(static_cast<size_t>(parts) + 1, std::vector<int64_t>(ends, kNone));
  table[0][0] = 0;
  return table;
}

using CostsByPart = std::vector<const SegmentCosts*>;

Table least_greatest(const CostsByPart& costs) {
  const size_t ends = costs.front()->size();
  Table best = table_for(std::ssize(costs), ends);
  for (size_t p = 1; p < best.size(); ++p)
    for (size_t j = 1; j < ends; ++j)
      for (size_t i = 0; i < j; ++i)
        if (const int64_t cost = (*costs[p - 1])[i][j]; best[p - 1][i] != kNone && cost >= 0)
          best[p][j] = std::min(best[p][j], std::max(best[p - 1][i], cost));
  return best;
}

}  // namespace

BalancedCuts best_cuts(const SegmentCosts& costs, const std::vector<int64_t>& crossing_bytes,
                       int64_t parts) {
  const auto most = std::ssize(costs) - 1;
  if (parts < 1 || parts > most)
    throw UsageError(
        fmt::format("--parts is {}: this network has {} places to cut, legal are 1 to "
                    "{} parts",
                    parts, most - 1, most));
  return best_cuts(CostsByPart(static_cast<size_t>(parts), &costs), crossing_bytes);
}

BalancedCuts best_cuts(const CostsByPart& costs, const std::vector<int64_t>& crossing_bytes) {
  const auto parts = std::ssize(costs);
  const size_t ends = costs.front()->size(), last = ends - 1;
  BalancedCuts out;
  out.greatest = least_greatest(costs).back()[last];
  VTA_CHECK(out.greatest != kNone, "no way to {} parts", parts);
  Table bytes = table_for(parts, ends);
  std::vector<std::vector<size_t>> from(bytes.size(), std::vector<size_t>(ends));
  for (size_t p = 1; p < bytes.size(); ++p)
    for (size_t j = 1; j < ends; ++j)
      for (size_t i = 0; i < j; ++i) {
        const int64_t cost = (*costs[p - 1])[i][j];
        if (bytes[p - 1][i] == kNone || cost < 0 || cost > out.greatest)
          continue;
        const int64_t sum = bytes[p - 1][i] + (j < last ? crossing_bytes[j - 1] : 0);
        if (sum < bytes[p][j]) {
          bytes[p][j] = sum;
          from[p][j] = i;
        }
      }
  out.crossing_bytes = bytes.back()[last];
  size_t end = last;
  for (size_t p = bytes.size() - 1; p > 1; --p)
    out.cuts.insert(out.cuts.begin(), end = from[p][end]);
  return out;
}

}  // namespace vta::explore
