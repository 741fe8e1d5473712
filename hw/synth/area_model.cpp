#include "hw/synth/area_model.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area_features.h"

namespace vta {
namespace {

double fitted(std::span<const AreaFeature> features, const FeatureCoefficients& by,
              const AreaShape& shape, const ModuleModel& model) {
  double sum = 0;
  for (const AreaFeature& feature : features) {
    const auto found = by.find(feature.name);
    VTA_CHECK(found != by.end(), "no coefficient of '{}' for {}", feature.name, model.fit);
    sum += found->second * model.amount(feature, shape);
  }
  return sum;
}

ModuleArea estimate_module(const ModuleModel& model, const AreaShape& shape,
                           const AreaCoefficients& by) {
  const auto found = by.find(model.fit);
  VTA_CHECK(found != by.end(), "no coefficients for {}", model.fit);
  const MemoryArea exact = model.memories != nullptr ? model.memories(shape) : MemoryArea{};
  return {.name = std::string(model.module),
          .instances = model.instances(shape),
          .lut = exact.lut + std::llround(fitted(model.lut, found->second.lut, shape, model)),
          .ff = exact.ff + std::llround(fitted(model.ff, found->second.ff, shape, model)),
          .dsp = model.dsp != nullptr ? model.dsp(shape) : 0,
          .bram18 = exact.bram18};
}

double relative(int64_t estimated, int64_t synthesized) {
  if (synthesized == 0)
    return estimated == 0 ? 0.0 : 1.0;
  return static_cast<double>(estimated) / static_cast<double>(synthesized) - 1;
}

std::string percent(double error) {
  return error == 0 ? "exact" : fmt::format("{:+.1f} %", 100 * error);
}

double larger(double a, double b) {
  return std::max(std::abs(a), std::abs(b));
}

}  // namespace

AreaReport estimate_area(const VtaConfig& config, const AreaCoefficients& by) {
  require_modelled_extensions(config);
  const AreaShape shape(config);
  AreaReport report;
  report.target = SynthTarget::Xilinx7;
  report.total.name = "vta_core";
  report.total.instances = 1;
  for (const ModuleModel& model : module_models()) {
    if (!model.is_in(shape))
      continue;
    const ModuleArea row = estimate_module(model, shape, by);
    report.total.lut += row.lut;
    report.total.ff += row.ff;
    report.total.dsp += row.dsp;
    report.total.bram18 += row.bram18;
    report.modules.push_back(row);
  }
  return report;
}

std::string_view area_source_name(AreaSource source) {
  return source == AreaSource::Synthesis ? "synthesis" : "model";
}

AreaFigure area_of(const VtaConfig& config) {
  if (const CalibrationPoint* point = calibration_point(config))
    return {.report = point->report, .source = AreaSource::Synthesis};
  return {.report = estimate_area(config), .source = AreaSource::Model};
}

std::optional<AreaReport> committed_synthesis(const VtaConfig& config) {
  const std::string hash = rtl_sources(config).hash;
  for (const CalibrationPoint& point : calibration()) {
    if (point.rtl_hash == hash)
      return point.report;
  }
  return std::nullopt;
}

double AreaError::worst() const {
  return larger(larger(lut, ff), larger(dsp, bram18));
}

AreaError area_error(const ModuleArea& estimated, const ModuleArea& synthesized) {
  return {.lut = relative(estimated.lut, synthesized.lut),
          .ff = relative(estimated.ff, synthesized.ff),
          .dsp = relative(estimated.dsp, synthesized.dsp),
          .bram18 = relative(estimated.bram18, synthesized.bram18)};
}

AreaError held_out_error() {
  AreaError most;
  for (const CalibrationPoint& point : calibration()) {
    if (!point.held_out)
      continue;
    const AreaError error = area_error(estimate_area(point.config).total, point.report.total);
    most = {.lut = larger(most.lut, error.lut),
            .ff = larger(most.ff, error.ff),
            .dsp = larger(most.dsp, error.dsp),
            .bram18 = larger(most.bram18, error.bram18)};
  }
  return most;
}

std::string error_table(const std::vector<CalibrationPoint>& points, const AreaCoefficients& by) {
  std::string out =
      "| configuration | | LUT | error | FF | error | DSP | error | RAMB18 | error |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const CalibrationPoint& point : points) {
    const ModuleArea& total = point.report.total;
    const AreaError error = area_error(estimate_area(point.config, by).total, total);
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", point.name,
                       point.held_out ? "**held out**" : "fitted", total.lut, percent(error.lut),
                       total.ff, percent(error.ff), total.dsp, percent(error.dsp), total.bram18,
                       percent(error.bram18));
  }
  return out;
}

}  // namespace vta
