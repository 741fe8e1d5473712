#include "hw/synth/area_fit.h"

#include <algorithm>
#include <array>
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

// In that order: what both kinds of circuit have is known from the first.
constexpr std::array<int64_t, 2> kKindsOfPipes{1, 2};

const ModuleArea* find_row(const AreaReport& report, std::string_view module) {
  for (const ModuleArea& row : report.modules) {
    if (row.name == module)
      return &row;
  }
  return nullptr;
}

std::span<const AreaFeature> features_of(const ModuleModel& model, Resource resource) {
  return resource == Resource::Lut ? model.lut : model.ff;
}

// Of a row: what stands in synthesis, without memories that are counted exactly.
double measured(const ModuleModel& model, const CalibrationPoint& point, Resource resource) {
  const ModuleArea* row = find_row(point.report, model.module);
  if (row == nullptr)
    throw InputError(fmt::format("calibration point {}: no module {}", point.name, model.module));
  const MemoryArea exact =
      model.memories != nullptr ? model.memories(AreaShape(point.config)) : MemoryArea{};
  return static_cast<double>(resource == Resource::Lut ? row->lut - exact.lut : row->ff - exact.ff);
}

// What `known` does not explain of it, by the features that are fitted to circuits of its pipes.
void add_sample(Samples& samples, const ModuleModel& model, const CalibrationPoint& point,
                Resource resource, const FeatureCoefficients& known) {
  const AreaShape shape(point.config);
  const double whole = measured(model, point, resource), scale = std::max(kSmallest, whole);
  double rest = whole;
  std::vector<double> values;
  for (const AreaFeature& feature : features_of(model, resource)) {
    const double amount = model.amount(feature, shape);
    if (const auto found = known.find(feature.name); found != known.end())
      rest -= found->second * amount;
    else if (model.fitted_to(feature) == shape.pipes)
      values.push_back(amount / scale);
  }
  samples.rows.push_back(values);
  samples.targets.push_back(rest / scale);
}

// Adds the coefficients of the features that are fitted to circuits of so many pipes.
void fit_step(std::string_view fit, const std::vector<CalibrationPoint>& points, Resource resource,
              int64_t pipes, FeatureCoefficients& known) {
  Samples samples;
  std::vector<std::string_view> names;
  for (const ModuleModel& model : module_models()) {
    if (model.fit != fit)
      continue;
    names.clear();
    for (const AreaFeature& feature : features_of(model, resource))
      if (model.fitted_to(feature) == pipes)
        names.push_back(feature.name);
    for (const CalibrationPoint& point : points)
      if (const AreaShape shape(point.config);
          !point.held_out && !names.empty() && shape.pipes == pipes && model.is_in(shape))
        add_sample(samples, model, point, resource, known);
  }
  if (names.empty())
    return;
  const std::vector<double> values = non_negative_least_squares(samples.rows, samples.targets);
  for (size_t f = 0; f < names.size(); ++f)
    known[std::string(names[f])] = four_digits(values[f]);
}

FeatureCoefficients fit_resource(std::string_view fit, const std::vector<CalibrationPoint>& points,
                                 Resource resource) {
  FeatureCoefficients out;
  for (const int64_t pipes : kKindsOfPipes)
    fit_step(fit, points, resource, pipes, out);
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

void require_points_to_fit(const std::vector<CalibrationPoint>& points) {
  for (const int64_t overlap : {0, 1}) {
    const auto is_fitted = [&](const CalibrationPoint& point) {
      return !point.held_out && point.config.acc_overlap == overlap;
    };
    if (std::ranges::none_of(points, is_fitted))
      throw InputError(
          fmt::format("no calibration point with ACC_OVERLAP {} to fit the models to: all are held "
                      "out, or none was synthesized (scripts/calibrate_area.sh synthesizes them)",
                      overlap));
  }
}

AreaCoefficients fit_area(const std::vector<CalibrationPoint>& points) {
  require_points_to_fit(points);
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
