#include "explore/report/recommendation.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace vta::explore {
namespace {

// The first of the smallest by `order` among those that `counts` admits.
template <typename Counts, typename Order>
std::optional<size_t> smallest(const std::vector<Candidate>& candidates, const Counts& counts,
                               const Order& order) {
  std::optional<size_t> best;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (counts(candidates[i]) && (!best || order(candidates[i]) < order(candidates[*best])))
      best = i;
  return best;
}

bool fits(const Candidate& candidate) {
  return candidate.fits();
}

std::pair<double, double> by_time(const Candidate& candidate) {
  return {candidate.time, candidate.share};
}

std::pair<double, double> by_size(const Candidate& candidate) {
  return {candidate.share, candidate.time};
}

// A configuration that does not fit is recommended for its size alone.
std::tuple<double, int64_t, double> by_size_alone(const Candidate& candidate) {
  return {candidate.share, candidate.lut, candidate.time};
}

}  // namespace

Recommendation recommend(const CandidateSet& set, std::span<const PointAxis> axes, TimeGoal goal) {
  const std::vector<Candidate>& all = set.candidates;
  Recommendation out;
  out.fitting = std::ranges::count_if(all, fits);
  out.fastest = smallest(all, fits, by_time);
  const double least =
      out.fastest ? all[*out.fastest].time : std::numeric_limits<double>::infinity();
  const auto fast_enough = [&](const Candidate& c) {
    return goal ? c.ms && *c.ms <= *goal : c.time <= (1 + kNearlyAsFast) * least;
  };
  out.cheapest = smallest(
      all, [&](const Candidate& c) { return fits(c) && fast_enough(c); }, by_size);
  out.next = smallest(
      all, [&](const Candidate& c) { return !fits(c) && c.time < least; }, by_size_alone);
  if (!out.fastest)
    return out;
  for (const Step& step : steps_of(set, axes))
    if (step.from == *out.fastest || step.to == *out.fastest)
      out.steps.push_back(step);
  return out;
}

}  // namespace vta::explore
