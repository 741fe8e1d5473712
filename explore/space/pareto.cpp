#include "explore/space/pareto.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"

namespace vta::explore {

namespace {

// Positions in lexicographic order of the objectives: whatever dominates a point comes before it.
std::vector<int64_t> lexicographic(std::span<const Objectives> points) {
  std::vector<int64_t> order(points.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return points[static_cast<size_t>(a)] < points[static_cast<size_t>(b)];
  });
  return order;
}

void check_points(std::span<const Objectives> points) {
  for (const Objectives& point : points) {
    VTA_CHECK(!point.empty() && point.size() == points[0].size(), "{} objectives of {}",
              point.size(), points[0].size());
    VTA_CHECK(std::all_of(point.begin(), point.end(), [](double v) { return std::isfinite(v); }),
              "an objective is not finite");
  }
}

bool any_dominates(std::span<const Objectives> points, const std::vector<int64_t>& front,
                   const Objectives& point) {
  // The latest member is the likeliest: it is nearest in the first objective.
  return std::any_of(front.rbegin(), front.rend(), [&](int64_t member) {
    return dominates(points[static_cast<size_t>(member)], point);
  });
}

}  // namespace

bool dominates(std::span<const double> a, std::span<const double> b) {
  bool smaller = false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i])
      return false;
    smaller = smaller || a[i] < b[i];
  }
  return smaller;
}

// It is enough to ask the front so far: what a point outside dominates, a member dominates too.
std::vector<int64_t> pareto_front(std::span<const Objectives> points) {
  check_points(points);
  std::vector<int64_t> front;
  for (const int64_t position : lexicographic(points)) {
    if (!any_dominates(points, front, points[static_cast<size_t>(position)]))
      front.push_back(position);
  }
  std::sort(front.begin(), front.end());
  return front;
}

// A point belongs to the first front of which no member dominates it: members of later fronts are
// each dominated by a member of that one.
std::vector<int64_t> front_ranks(std::span<const Objectives> points) {
  check_points(points);
  std::vector<std::vector<int64_t>> fronts;
  std::vector<int64_t> ranks(points.size());
  for (const int64_t position : lexicographic(points)) {
    const Objectives& point = points[static_cast<size_t>(position)];
    size_t rank = 0;
    while (rank < fronts.size() && any_dominates(points, fronts[rank], point))
      ++rank;
    if (rank == fronts.size())
      fronts.emplace_back();
    fronts[rank].push_back(position);
    ranks[static_cast<size_t>(position)] = static_cast<int64_t>(rank);
  }
  return ranks;
}

std::vector<double> crowding_distances(std::span<const Objectives> front) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  check_points(front);
  std::vector<double> distances(front.size(), 0.0);
  std::vector<size_t> order(front.size());
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t k = 0; !front.empty() && k < front[0].size(); ++k) {
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return front[a][k] != front[b][k] ? front[a][k] < front[b][k] : a < b;
    });
    distances[order.front()] = distances[order.back()] = kInfinite;
    const double extent = front[order.back()][k] - front[order.front()][k];
    for (size_t i = 1; extent > 0 && i + 1 < order.size(); ++i)
      distances[order[i]] += (front[order[i + 1]][k] - front[order[i - 1]][k]) / extent;
  }
  return distances;
}

}  // namespace vta::explore
