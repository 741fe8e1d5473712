#include "explore/space/exclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace vta::explore {

void ExclusionSummary::add(int64_t index, const Exclusion& exclusion, int64_t count) {
  Group& group = kinds_[exclusion.kind][exclusion.rule];
  if (group.count == 0 || index < group.example) {
    group.example = index;
    group.reason = exclusion.reason;
  }
  group.count += count;
}

int64_t ExclusionSummary::count() const {
  int64_t count = 0;
  for (const auto& [kind, groups] : kinds_)
    count += this->count(kind);
  return count;
}

int64_t ExclusionSummary::count(std::string_view kind) const {
  const auto found = kinds_.find(std::string(kind));
  if (found == kinds_.end())
    return 0;
  int64_t count = 0;
  for (const auto& [rule, group] : found->second)
    count += group.count;
  return count;
}

std::string ExclusionSummary::text() const {
  std::string text;
  for (const auto& [kind, groups] : kinds_) {
    std::vector<std::pair<std::string, Group>> rows(groups.begin(), groups.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    const int64_t total = count(kind);
    text += fmt::format("{} {} {}:\n", total, total == 1 ? "point" : "points",
                        kind == kConstraint ? "beyond constraints" : kind);
    for (const auto& [rule, group] : rows)
      text += fmt::format("  {} {}, e.g. point {}: {}\n", group.count, rule, group.example,
                          group.reason);
  }
  return text;
}

}  // namespace vta::explore
