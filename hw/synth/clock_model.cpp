#include "hw/synth/clock_model.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_model.h"
#include "hw/synth/clock_paths.h"
#include "hw/synth/timing.h"

namespace vta {
namespace {

int64_t estimate_path(const NamedPath& path, const FeatureCoefficients& by,
                      const AreaShape& shape) {
  double ps = 0;
  for (const PathFeature& feature : path.features) {
    const auto found = by.find(feature.name);
    VTA_CHECK(found != by.end(), "no coefficient of '{}' for path {}", feature.name, path.name);
    ps += found->second * feature.value(shape);
  }
  return std::llround(ps);
}

// Adds the coefficients of the features of circuits with two pipes alone, or of all others, each
// fitted to circuits of its kind. A small circuit may have no endpoint of a path: what ends there
// ends in another module then.
void fit_path_step(const NamedPath& path, const std::vector<CalibrationPoint>& points,
                   bool two_pipes, FeatureCoefficients& known) {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (const CalibrationPoint& point : points) {
    const AreaShape shape(point.config);
    if (point.held_out || (shape.pipes == 2) != two_pipes)
      continue;
    const auto longest = by_named_path(point.paths);
    const auto found = longest.find(path.name);
    if (found == longest.end())
      continue;
    const auto measured = static_cast<double>(found->second);
    double rest = measured;
    std::vector<double> row;
    for (const PathFeature& feature : path.features) {
      if (feature.of_two_pipes == two_pipes)
        row.push_back(feature.value(shape) / measured);
      else if (two_pipes)
        rest -= known.at(std::string(feature.name)) * feature.value(shape);
    }
    rows.push_back(row);
    targets.push_back(rest / measured);
  }
  if (rows.empty())
    throw InputError(
        fmt::format("no calibration point that is fitted has a path {}, ACC_OVERLAP {}", path.name,
                    two_pipes ? 1 : 0));
  const std::vector<double> values = non_negative_least_squares(rows, targets);
  size_t f = 0;
  for (const PathFeature& feature : path.features)
    if (feature.of_two_pipes == two_pipes)
      known[std::string(feature.name)] = four_digits(values[f++]);
}

FeatureCoefficients fit_path(const NamedPath& path, const std::vector<CalibrationPoint>& points) {
  FeatureCoefficients out;
  for (const bool two_pipes : {false, true})
    fit_path_step(path, points, two_pipes, out);
  return out;
}

std::string ns_text(int64_t ps) {
  return fmt::format("{:.2f}", static_cast<double>(ps) / 1000);
}

}  // namespace

std::vector<PathEstimate> estimate_paths(const VtaConfig& config, const Coefficients& by) {
  require_modelled_extensions(config);
  const AreaShape shape(config);
  std::vector<PathEstimate> out;
  for (const NamedPath& path : named_paths()) {
    const auto found = by.paths.find(path.name);
    VTA_CHECK(found != by.paths.end(), "no coefficients for path {}", path.name);
    out.push_back({path.name, estimate_path(path, found->second, shape)});
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &PathEstimate::ps);
  return out;
}

int64_t longest_path_ps(const CalibrationPoint& point) {
  int64_t longest = 0;
  for (const auto& [module, ps] : point.paths)
    longest = std::max(longest, ps);
  return longest;
}

int64_t longest_path_ps(const VtaConfig& config) {
  const CalibrationPoint* point = calibration_point(config);
  return point != nullptr ? longest_path_ps(*point) : estimate_paths(config).front().ps;
}

PathCoefficients fit_paths(const std::vector<CalibrationPoint>& points) {
  require_points_to_fit(points);
  PathCoefficients out;
  for (const NamedPath& path : named_paths())
    out[std::string(path.name)] = fit_path(path, points);
  return out;
}

double path_error(const CalibrationPoint& point, const Coefficients& by) {
  return static_cast<double>(estimate_paths(point.config, by).front().ps) /
             static_cast<double>(longest_path_ps(point)) -
         1;
}

double held_out_path_error() {
  double most = 0;
  for (const CalibrationPoint& point : calibration())
    if (point.held_out)
      most = std::max(most, std::abs(path_error(point)));
  return most;
}

std::string path_error_table(const std::vector<CalibrationPoint>& points, const Coefficients& by) {
  std::string out =
      "| configuration | | longest path, ns | into | model, ns | error | MHz with the allowance |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const CalibrationPoint& point : points) {
    const auto longest =
        std::ranges::max_element(point.paths, {}, [](const auto& module) { return module.second; });
    out += fmt::format("| {} | {} | {} | {} | {} | {:+.1f} % | {:.1f} |\n", point.name,
                       point.held_out ? "**held out**" : "fitted", ns_text(longest->second),
                       longest->first, ns_text(estimate_paths(point.config, by).front().ps),
                       100 * path_error(point, by), clock_mhz(longest->second));
  }
  return out;
}

}  // namespace vta
