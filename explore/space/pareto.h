// Pareto fronts: the points that no other point dominates. All objectives are minimized.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vta::explore {

using Objectives = std::vector<double>;  // objectives of one point; finite

// a is nowhere greater than b, and smaller somewhere. Equal vectors do not dominate each other.
bool dominates(std::span<const double> a, std::span<const double> b);

// Positions of the points that no other point dominates, ascending. Points with equal objectives
// are all on the front, or all not. All points have the same number of objectives, at least one.
std::vector<int64_t> pareto_front(std::span<const Objectives> points);

// Front 0 is pareto_front; front k + 1 is that of what remains without fronts 0..k. Returns the
// number of the front of every point.
std::vector<int64_t> front_ranks(std::span<const Objectives> points);

// The distance between a point's neighbours in its front, summed over the objectives, each scaled
// by the front's extent (the crowding distance of NSGA-II). The ends of an objective are infinite.
// Among equal values, the earlier position counts as smaller.
std::vector<double> crowding_distances(std::span<const Objectives> front);

}  // namespace vta::explore
