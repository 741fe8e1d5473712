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

// A small circuit may have no endpoint of a path: what ends there ends in another module then.
FeatureCoefficients fit_path(const NamedPath& path, const std::vector<CalibrationPoint>& points) {
  std::vector<std::vector<double>> rows;
  for (const CalibrationPoint& point : points) {
    if (point.held_out)
      continue;
    const auto measured = by_named_path(point.paths);
    const auto found = measured.find(path.name);
    if (found == measured.end())
      continue;
    const AreaShape shape(point.config);
    std::vector<double> row;
    for (const PathFeature& feature : path.features)
      row.push_back(feature.value(shape) / static_cast<double>(found->second));
    rows.push_back(row);
  }
  if (rows.empty())
    throw InputError(fmt::format("no calibration point that is fitted has a path {}", path.name));
  const std::vector<double> values =
      non_negative_least_squares(rows, std::vector<double>(rows.size(), 1.0));
  FeatureCoefficients out;
  for (size_t f = 0; f < values.size(); ++f)
    out[std::string(path.features[f].name)] = four_digits(values[f]);
  return out;
}

std::string ns_text(int64_t ps) {
  return fmt::format("{:.2f}", static_cast<double>(ps) / 1000);
}

}  // namespace

std::vector<PathEstimate> estimate_paths(const VtaConfig& config, const Coefficients& by) {
  require_estimate(config);
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
  require_point_to_fit(points);
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
