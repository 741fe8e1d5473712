#include "explore/report/front.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace vta::explore {
namespace {

double ratio(double value, double best) {
  if (value == best)
    return 1;
  return best == 0 ? std::numeric_limits<double>::infinity() : value / best;
}

// By how much `point` would have to shrink for `other` not to beat it.
double factor_to(const Objectives& point, const Objectives& other) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < point.size(); ++k)
    least = std::min(least, ratio(point[k], other[k]));
  return least;
}

}  // namespace

std::vector<double> factors_to_front(std::span<const Objectives> points) {
  const std::vector<int64_t> front = pareto_front(points);
  std::vector<double> factors;
  for (const Objectives& point : points) {
    double factor = 1;
    for (const int64_t i : front)
      factor = std::max(factor, factor_to(point, points[i]));
    factors.push_back(factor);
  }
  return factors;
}

std::vector<size_t> front_and_nearest(std::span<const Objectives> points, size_t more) {
  const std::vector<int64_t> front = pareto_front(points);
  std::vector<double> factors = factors_to_front(points);
  for (const int64_t i : front)
    factors[i] = 0;  // a point beside the front can have 1 too
  std::vector<size_t> order(points.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return factors[i]; });
  order.resize(std::min(points.size(), front.size() + more));
  std::ranges::sort(order);
  return order;
}

}  // namespace vta::explore
