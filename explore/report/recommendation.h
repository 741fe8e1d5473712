// Recommended machines: the fastest that fits the device, and the cheapest that is nearly as fast.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/report/point_axes.h"

namespace vta::explore {

inline constexpr double kNearlyAsFast = 0.05;  // more time than the fastest

// The time limit of the cheapest machine: milliseconds per frame, or, without a goal, kNearlyAsFast
// more than the fastest.
using TimeGoal = std::optional<double>;

// Places of candidates in their set.
struct Recommendation {
  int64_t fitting = 0;
  // The fastest of those that fit; ties go to the one that takes less of the device, then to the
  // first.
  std::optional<size_t> fastest;
  // Takes least of the device among those that fit and reach the goal; ties go to the fastest. It
  // may be the fastest itself. There is none if even the fastest misses a goal in milliseconds.
  std::optional<size_t> cheapest;
  // Among the machines that are faster than the fastest but do not fit, the one that takes least of
  // the device, then fewest look-up tables: the gain of a larger device. If none fits, the machine
  // that comes nearest.
  std::optional<size_t> next;
  // Steps from and to the fastest, along one axis each.
  std::vector<Step> steps;
};

// With a goal, all candidates have a clock.
Recommendation recommend(const CandidateSet& set, std::span<const PointAxis> axes,
                         TimeGoal goal = {});

}  // namespace vta::explore
