// Synthesis results that the area model is fitted to and judged by; committed in calibration/, made
// by scripts/calibrate_area.sh.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/synth/area.h"

namespace vta {

struct CalibrationPoint {
  std::string name;
  bool held_out = false;  // never fitted to
  VtaConfig config;
  std::string rtl_hash;  // RtlSources::hash of what was synthesised
  AreaReport report;
};

std::string calibration_text(const std::vector<CalibrationPoint>& points);
// InputError names what is wrong.
std::vector<CalibrationPoint> parse_calibration(std::string_view text, std::string_view origin);

// calibration/synthesis.json as it was when the program was built.
const std::vector<CalibrationPoint>& calibration();

// Look-up tables or flip-flops per unit of a feature, by name of the feature.
using FeatureCoefficients = std::map<std::string, double, std::less<>>;
struct ModuleCoefficients {
  FeatureCoefficients lut, ff;
};
// By ModuleModel::fit.
using AreaCoefficients = std::map<std::string, ModuleCoefficients, std::less<>>;

std::string coefficients_text(const AreaCoefficients& coefficients);
AreaCoefficients parse_coefficients(std::string_view text, std::string_view origin);

// calibration/coefficients.json as it was when the program was built.
const AreaCoefficients& coefficients();

}  // namespace vta
