#include "hw/synth/area_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "hw/synth/area_features.h"

namespace vta {
namespace {

// A module's error counts relative to its size, but not below so many cells: ten flip-flops more or
// less are nothing.
constexpr double kSmallest = 50;

struct Samples {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
};

enum class Resource { Lut, Ff };

const ModuleArea* find_row(const AreaReport& report, std::string_view module) {
  for (const ModuleArea& row : report.modules) {
    if (row.name == module)
      return &row;
  }
  return nullptr;
}

void add_sample(Samples& samples, const ModuleModel& model, const CalibrationPoint& point,
                Resource resource) {
  const ModuleArea* row = find_row(point.report, model.module);
  if (row == nullptr)
    throw InputError(fmt::format("calibration point {}: no module {}", point.name, model.module));
  const AreaShape shape(point.config);
  const MemoryArea exact = model.memories != nullptr ? model.memories(shape) : MemoryArea{};
  const double measured = resource == Resource::Lut ? static_cast<double>(row->lut - exact.lut)
                                                    : static_cast<double>(row->ff - exact.ff);
  const double scale = std::max(kSmallest, measured);
  std::vector<double> values;
  for (const AreaFeature& feature : resource == Resource::Lut ? model.lut : model.ff)
    values.push_back(feature.value(shape, shape.*model.memory) / scale);
  samples.rows.push_back(values);
  samples.targets.push_back(measured / scale);
}

FeatureCoefficients fit_resource(std::string_view fit, const std::vector<CalibrationPoint>& points,
                                 Resource resource) {
  Samples samples;
  std::span<const AreaFeature> features;
  for (const ModuleModel& model : module_models()) {
    if (model.fit != fit)
      continue;
    features = resource == Resource::Lut ? model.lut : model.ff;
    for (const CalibrationPoint& point : points) {
      if (!point.held_out && !features.empty())
        add_sample(samples, model, point, resource);
    }
  }
  FeatureCoefficients out;
  if (features.empty())
    return out;
  const std::vector<double> values = non_negative_least_squares(samples.rows, samples.targets);
  for (size_t f = 0; f < features.size(); ++f)
    out[std::string(features[f].name)] = four_digits(values[f]);
  return out;
}

}  // namespace

double four_digits(double value) {
  constexpr double kNothing = 1e-6;
  return value < kNothing ? 0 : std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr);
}

// Coordinate descent: each coefficient in turn takes the value that is best while the others stay.
// The function is convex, so this ends at the minimum; features of a module are few.
std::vector<double> non_negative_least_squares(const std::vector<std::vector<double>>& rows,
                                               const std::vector<double>& targets) {
  constexpr int kMostRounds = 200000;
  constexpr double kSmallChange = 1e-12;  // of the targets, which are about 1
  const size_t n = rows.empty() ? 0 : rows.front().size();
  std::vector<double> x(n, 0), residual = targets, square(n, 0);
  for (size_t f = 0; f < n; ++f)
    for (const std::vector<double>& row : rows)
      square[f] += row[f] * row[f];
  for (int round = 0; round < kMostRounds; ++round) {
    double change = 0;
    for (size_t f = 0; f < n; ++f) {
      if (square[f] == 0)
        continue;
      double slope = 0;
      for (size_t r = 0; r < rows.size(); ++r)
        slope += rows[r][f] * residual[r];
      const double step = std::max(-x[f], slope / square[f]);
      x[f] += step;
      for (size_t r = 0; r < rows.size(); ++r)
        residual[r] -= step * rows[r][f];
      change = std::max(change, std::abs(step) * std::sqrt(square[f]));
    }
    if (change < kSmallChange)
      break;
  }
  return x;
}

void require_point_to_fit(const std::vector<CalibrationPoint>& points) {
  if (std::ranges::all_of(points, &CalibrationPoint::held_out))
    throw InputError(
        "no calibration point to fit the models to: all are held out, or none was "
        "synthesised (scripts/calibrate_area.sh synthesises them)");
}

AreaCoefficients fit_area(const std::vector<CalibrationPoint>& points) {
  require_point_to_fit(points);
  AreaCoefficients out;
  for (const ModuleModel& model : module_models()) {
    if (out.contains(model.fit))
      continue;
    out[std::string(model.fit)] = {.lut = fit_resource(model.fit, points, Resource::Lut),
                                   .ff = fit_resource(model.fit, points, Resource::Ff)};
  }
  return out;
}

}  // namespace vta
