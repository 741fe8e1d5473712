// From a specification to what evaluates its points: the same in the process that sweeps, in its
// workers, in tasks of a job array and in MPI ranks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explore/evaluate/evaluator.h"
#include "explore/evaluate/outcome.h"
#include "explore/space/space.h"
#include "explore/store/rows.h"

namespace vta::explore {

// Objectives are names of metrics, constraints on area go through the area model; files of
// schedules stand with their identity. Errors are those of load_sweep_spec, Space and
// SchedulePolicy::named().
Space load_space(const std::string& spec_path);

// The numbers of images that its points have: what Evaluator::prepare wants.
std::vector<int64_t> images_of(const SweepSpec& spec);

// What its graphs are quantized for.
GraphAxes graph_axes(const SweepSpec& spec);

// An excluded index is Failed: a sampler does not ask for it. So is a configuration without a cost.
Outcome evaluate_index(const Space& space, Evaluator& evaluator, int64_t index);

SweepHeader header_of(const Space& space);

// The values of these metrics; the largest number where one is not known.
std::vector<double> objective_values(std::span<const std::string> objectives, const PointRow& row);

// Indices of the points that no other point of the same network dominates, ascending.
std::vector<int64_t> pareto_points(std::span<const std::string> objectives,
                                   const std::vector<PointRow>& points);

}  // namespace vta::explore
