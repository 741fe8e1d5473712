#include "explore/sweep/plan.h"

#include <cmath>

#include "explore/space/permutation.h"
#include "explore/space/sampler.h"
#include "explore/sweep/setup.h"

namespace vta::explore {
namespace {

constexpr int64_t kMostLooks = 50'000;

// Points of one configuration: the images and the schedules are the last digits, the networks and
// quantizations the first.
int64_t points_behind(const Space& space) {
  const std::vector<int64_t>& radices = space.radices();
  return radices[radices.size() - 2] * radices.back();
}

// Whether a point is legal depends on its configuration alone: one look for all its points.
void look_at_all(const Space& space, SweepPlan& plan) {
  const int64_t behind = points_behind(space), each = space.points_of_graph();
  for (int64_t index = 0; index < each; index += behind)
    if (const auto exclusion = space.exclusion(index))
      plan.exclusions.add(index, *exclusion, space.size() / each * behind);
  plan.looked_at = space.size();
  plan.whole = plan.exact = true;
  plan.points = space.size() - plan.exclusions.count();
}

void look_at_some(const Space& space, SweepPlan& plan) {
  const Permutation order(space.size(), /*seed=*/1);
  plan.looked_at = kMostLooks;
  for (int64_t position = 0; position < plan.looked_at; ++position)
    if (const auto exclusion = space.exclusion(order.at(position)))
      plan.exclusions.add(order.at(position), *exclusion);
  const double legal = 1 - static_cast<double>(plan.exclusions.count()) / kMostLooks;
  plan.points = std::llround(legal * static_cast<double>(space.size()));
}

void plan_exhaustive(const Space& space, SweepPlan& plan) {
  const int64_t configurations = space.points_of_graph() / points_behind(space);
  if (configurations <= kMostLooks)
    look_at_all(space, plan);
  else
    look_at_some(space, plan);
}

// Asks the sampler itself, as far as it needs no results.
void plan_sampled(const Space& space, SweepPlan& plan) {
  const std::unique_ptr<Sampler> sampler = make_sampler(space);
  int64_t points = 0;
  bool done = false;
  while (!done && plan.looked_at < kMostLooks) {
    const Generation generation = sampler->next({});
    done = generation.done();
    points += std::ssize(generation.points);
    plan.looked_at += std::ssize(generation.points) + std::ssize(generation.excluded);
    for (const auto& [index, exclusion] : generation.excluded)
      plan.exclusions.add(index, exclusion);
    if (sampler->needs_results())
      break;
  }
  plan.whole = plan.exact = done;
  plan.points = done || points == 0 ? points : sampler->most_points();
}

}  // namespace

SweepPlan plan_sweep(const Space& space) {
  SweepPlan plan;
  if (space.spec().sampling.method == SamplingMethod::Exhaustive)
    plan_exhaustive(space, plan);
  else
    plan_sampled(space, plan);
  const std::vector<int64_t> images = images_of(space.spec());
  for (const NetworkSpec& network : space.spec().networks)
    plan.networks.push_back(look_at_network(network, images));
  return plan;
}

}  // namespace vta::explore
