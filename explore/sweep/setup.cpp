#include "explore/sweep/setup.h"

#include <algorithm>
#include <boost/json.hpp>
#include <limits>
#include <map>
#include <set>

#include "base/build_identity.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/provenance.h"
#include "base/version.h"
#include "explore/cost/point_cost.h"
#include "explore/space/pareto.h"
#include "explore/store/point_metrics.h"
#include "explore/tune/tuned_schedule.h"

namespace vta::explore {
namespace {

AreaUse area_use(const VtaConfig& config) {
  const PointCost cost = hardware_cost(config);
  return {static_cast<double>(cost.lut), static_cast<double>(cost.ff),
          static_cast<double>(cost.dsp), static_cast<double>(cost.bram18)};
}

// A file is what it is now: whoever evaluates a point later refuses another one of that name.
void pin_schedules(SweepSpec& spec) {
  for (std::string& schedule : spec.schedules) {
    const std::string pinned = pinned_schedule_name(schedule);
    if (pinned != schedule)
      spec.hash = hash_hex(spec.hash + pinned);
    schedule = pinned;
  }
  for (NetworkSpec& network : spec.networks)
    if (network.recipe.has("schedule")) {
      const std::string own = network.recipe.text("schedule", "");
      network.recipe.set("schedule", pinned_schedule_name(own));
      if (network.recipe.text("schedule", "") != own)
        spec.hash = hash_hex(spec.hash + network.recipe.text("schedule", ""));
    }
}

}  // namespace

Space load_space(const std::string& spec_path) {
  std::vector<std::string_view> names;
  for (const Metric& metric : metrics())
    names.push_back(metric.name);
  SweepSpec spec = load_sweep_spec(spec_path, names);
  pin_schedules(spec);
  return Space(std::move(spec), area_use);
}

std::vector<int64_t> images_of(const SweepSpec& spec) {
  if (!spec.images.empty())
    return spec.images;
  // As many as the configuration's BATCH: one axis at most sets it.
  std::set<int64_t> images;
  for (const Axis& axis : spec.axes)
    for (const AxisValue& value : axis.values)
      for (const auto& [member, log_batch] : value.set)
        if (member == &VtaConfig::log_batch)
          images.insert(int64_t{1} << log_batch);
  if (images.empty())
    images.insert(spec.base.batch());
  return {images.begin(), images.end()};
}

GraphAxes graph_axes(const SweepSpec& spec) {
  return {.quantizations = spec.quantizations, .schedules = spec.schedules};
}

Outcome evaluate_index(const Space& space, Evaluator& evaluator, int64_t index) {
  if (index < 0 || index >= space.size())
    return Failed{fmt::format("index {} is outside of the space of {}", index, space.size())};
  const auto point = space.point(index);
  if (const auto* exclusion = std::get_if<Exclusion>(&point))
    return Failed{fmt::format("index {} is no point: {}", index, exclusion->reason)};
  return evaluator.evaluate(std::get<PointSpec>(point));
}

SweepHeader header_of(const Space& space) {
  const SweepSpec& spec = space.spec();
  return {.tool_version = std::string(version()),
          .build = std::string(build_identity()),
          .spec = spec.text,
          .spec_hash = spec.hash,
          .schedules = spec.schedules,
          .provenance = boost::json::serialize(provenance_json({.schema = "vta.sweep"})),
          .objectives = spec.objectives,
          .space_points = space.size(),
          .clock = spec.base.clock};
}

std::vector<double> objective_values(std::span<const std::string> objectives, const PointRow& row) {
  std::vector<double> values;
  for (const std::string& name : objectives) {
    const Metric& metric = find_metric(name);
    values.push_back(is_known(metric, metric_input(row)) || metric.of_accuracy == nullptr
                         ? metric_value(metric, metric_input(row))
                         : std::numeric_limits<double>::max());
  }
  return values;
}

std::vector<int64_t> pareto_points(std::span<const std::string> objectives,
                                   const std::vector<PointRow>& points) {
  std::map<std::string, std::vector<const PointRow*>> networks;
  for (const PointRow& row : points)
    networks[row.spec.network].push_back(&row);
  std::vector<int64_t> indices;
  for (const auto& [name, rows] : networks) {
    std::vector<Objectives> values;
    for (const PointRow* row : rows)
      values.push_back(objective_values(objectives, *row));
    for (const int64_t position : pareto_front(values))
      indices.push_back(rows[static_cast<size_t>(position)]->idx);
  }
  std::ranges::sort(indices);
  return indices;
}

}  // namespace vta::explore
