// Which machine to take: the fastest that fits the device, the cheapest that is nearly as fast.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/report/point_axes.h"

namespace vta::explore {

inline constexpr double kNearlyAsFast = 0.05;  // more cycles than the fastest

// What the cheapest may take: so many milliseconds of a frame, or, without them, kNearlyAsFast more
// than the fastest.
using TimeGoal = std::optional<double>;

// Places of candidates in their set.
struct Recommendation {
  int64_t fitting = 0;
  // Of those that fit; of equal ones the one that takes less of the device, then the first.
  std::optional<size_t> fastest;
  // Takes least of the device among those that fit and reach the goal; of equal ones the fastest.
  // It may be the fastest itself; none reaches a goal of milliseconds where not even the fastest
  // does.
  std::optional<size_t> cheapest;
  // Of those that are faster than the fastest but do not fit, the one that takes least of the
  // device, of equal ones fewest look-up tables: what a larger device would buy. Where none fits,
  // the one that comes nearest.
  std::optional<size_t> next;
  // From and to the fastest, along one axis each.
  std::vector<Step> steps;
};

// With a goal all candidates have a clock.
Recommendation recommend(const CandidateSet& set, std::span<const PointAxis> axes,
                         TimeGoal goal = {});

}  // namespace vta::explore
