#include "explore/report/thinning.h"

#include <algorithm>
#include <numeric>

#include "explore/space/pareto.h"

namespace vta::explore {
namespace {

// Points that are kept or left together: those of a machine over all networks, or one.
class Groups {
 public:
  Groups(size_t points, std::span<const CandidateSet> sets) : group_of_(points, kNone) {
    if (!sets.empty() && sets.back().network.empty())
      for (const Candidate& machine : sets.back().candidates)
        add(machine.rows);
    for (size_t row = 0; row < points; ++row)
      if (group_of_[row] == kNone)
        add({row});
    is_kept_.assign(rows_.size(), false);
  }

  void keep(size_t row) { keep_group(group_of_[row]); }

  // Of those that are not kept as many as there is room for, evenly.
  void fill(size_t most) {
    std::vector<size_t> rest;
    for (size_t group = 0; group < rows_.size(); ++group)
      if (!is_kept_[group])
        rest.push_back(group);
    if (rest.empty() || kept_ >= most)
      return;
    const size_t points = group_of_.size() - kept_, room = most - kept_;
    const size_t wanted = std::min(rest.size(), room * rest.size() / points);
    for (size_t k = 0; k < wanted; ++k)
      keep_group(rest[k * rest.size() / wanted]);
  }

  std::vector<size_t> kept() const {
    std::vector<size_t> rows;
    for (size_t row = 0; row < group_of_.size(); ++row)
      if (is_kept_[group_of_[row]])
        rows.push_back(row);
    return rows;
  }

 private:
  static constexpr size_t kNone = ~size_t{0};

  void add(std::vector<size_t> rows) {
    for (const size_t row : rows)
      group_of_[row] = rows_.size();
    rows_.push_back(std::move(rows));
  }
  void keep_group(size_t group) {
    if (is_kept_[group])
      return;
    is_kept_[group] = true;
    kept_ += rows_[group].size();
  }

  std::vector<size_t> group_of_;
  std::vector<std::vector<size_t>> rows_;
  std::vector<bool> is_kept_;
  size_t kept_ = 0;
};

void keep_quantiles(const CandidateSet& set, std::span<const Objectives> values, size_t objective,
                    Groups& groups) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return values[i][objective]; });
  for (size_t k = 0; k < kKeptQuantiles; ++k)
    groups.keep(set.candidates[order[k * (order.size() - 1) / (kKeptQuantiles - 1)]].rows.front());
}

}  // namespace

std::vector<size_t> thinned_rows(std::span<const PointRow> points,
                                 std::span<const CandidateSet> sets,
                                 std::span<const std::string> objectives,
                                 std::span<const size_t> always, size_t most) {
  Groups groups(points.size(), sets);
  for (const size_t row : always)
    groups.keep(row);
  for (const CandidateSet& set : sets) {
    if (set.candidates.empty())
      continue;
    std::vector<Objectives> values;
    for (const Candidate& candidate : set.candidates) {
      Objectives& of = values.emplace_back();
      for (const std::string& name : objectives)
        of.push_back(frame_metric(points, candidate.rows, find_metric(name)));
    }
    for (const int64_t i : pareto_front(values))
      groups.keep(set.candidates[static_cast<size_t>(i)].rows.front());
    for (size_t objective = 0; objective < objectives.size(); ++objective)
      keep_quantiles(set, values, objective, groups);
  }
  groups.fill(most);
  return groups.kept();
}

}  // namespace vta::explore
