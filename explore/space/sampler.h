// Chooses the points of a space that are run: all, some at random, or those near the Pareto front.
//
// A sampler speaks in generations and decides from the specification and from results only, never
// from time or from the order in which points finish. So a new sampler with the results of an
// earlier run requests the same points: a sweep is resumed, or spread over machines, by requesting
// points again and skipping those with results.
//
//   const auto sampler = make_sampler(space);
//   for (Generation g = sampler->next(results); !g.done(); g = sampler->next(results))
//     run what `results` lacks of g.points, add it to `results`, record g.excluded
//
// A point that has no result after an accident, but has one the next time, leads to other
// generations: run it again before requesting the next generation.
//
// Pareto-guided sampling chooses machines (configuration, images, schedule) and requests each on
// all networks.
//
// An exhaustive or random sampler uses no results: the caller can request the next generation
// before one is finished.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "explore/space/space.h"

namespace vta::explore {

struct Generation {
  std::vector<int64_t> points;                          // legal, never requested before
  std::vector<std::pair<int64_t, Exclusion>> excluded;  // met on the way, never named before
  bool done() const { return points.empty() && excluded.empty(); }
};

// Index -> values of the specification's objectives, in their order; empty for a point that has
// none (it could not be compiled, or failed).
using Results = std::map<int64_t, std::vector<double>>;

class Sampler {
 public:
  virtual ~Sampler() = default;
  // Where needs_results(), `results` must have every point of every generation before. Random and
  // Pareto-guided sampling end early where 20,000 draws in a row find no legal point.
  virtual Generation next(const Results& results) = 0;
  virtual bool needs_results() const { return false; }
  // The sampler requests at most this many points; known from the start.
  virtual int64_t most_points() const = 0;
};

// As the specification's "sampling" says. The space must outlive the sampler.
std::unique_ptr<Sampler> make_sampler(const Space& space);

}  // namespace vta::explore
