// The distance of the points of a sweep to its Pareto front.
#pragma once

#include <span>
#include <vector>

#include "explore/space/pareto.h"

namespace vta::explore {

// The distance to the front: the least factor by which all objectives of a point would have to
// shrink for no point to beat it any more. 1 on the front; 1.1: an improvement of 10 % in every
// objective would reach it. It has no unit and does not depend on the range of the other points
// (the multiplicative epsilon indicator of a point).
std::vector<double> factors_to_front(std::span<const Objectives> points);

// Indices of the front and of the `more` points nearest to it, ascending; ties go to the first.
std::vector<size_t> front_and_nearest(std::span<const Objectives> points, size_t more);

}  // namespace vta::explore
