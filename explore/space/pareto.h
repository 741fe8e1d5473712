// Pareto fronts: which of many points no other point beats. All objectives are minimised.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vta::explore {

using Objectives = std::vector<double>;  // of one point; finite

// a is nowhere greater than b, and smaller somewhere. Equal vectors do not dominate each other.
bool dominates(std::span<const double> a, std::span<const double> b);

// Positions of the points that none dominates, ascending. Ties: of points with equal objectives
// all are on the front, or none is. All points have the same number of objectives, one at least.
std::vector<int64_t> pareto_front(std::span<const Objectives> points);

// Front 0 is pareto_front; front k + 1 is that of what remains without fronts 0..k. Gives the
// number of the front of every point.
std::vector<int64_t> front_ranks(std::span<const Objectives> points);

// How far a point's neighbours in its front are apart, summed over the objectives, each scaled by
// the front's extent (the crowding distance of NSGA-II). The ends of an objective are infinite. Of
// equal values the earlier position counts as smaller.
std::vector<double> crowding_distances(std::span<const Objectives> front);

}  // namespace vta::explore
