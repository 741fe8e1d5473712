// Synthesis results that the models of area and clock are fitted to and judged by; committed in
// calibration/, made by scripts/calibrate_area.sh.
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
  bool held_out = false;  // never used for the fit
  VtaConfig config;
  std::string rtl_hash;  // RtlSources::hash of the synthesized sources
  AreaReport report;
  std::map<std::string, int64_t> paths;  // the longest into each module, in picoseconds (timing.h)
};

std::string calibration_text(const std::vector<CalibrationPoint>& points);
// InputError names the error.
std::vector<CalibrationPoint> parse_calibration(std::string_view text, std::string_view origin);

// calibration/synthesis.json as it was when the program was built.
const std::vector<CalibrationPoint>& calibration();
// The result for the same hardware; keys of the memory behind the port do not matter. nullptr:
// none.
const CalibrationPoint* calibration_point(const VtaConfig& config);

// Look-up tables, flip-flops or picoseconds per unit of a feature, by name of the feature.
using FeatureCoefficients = std::map<std::string, double, std::less<>>;
struct ModuleCoefficients {
  FeatureCoefficients lut, ff;
};
// By ModuleModel::fit.
using AreaCoefficients = std::map<std::string, ModuleCoefficients, std::less<>>;
// By NamedPath::name.
using PathCoefficients = std::map<std::string, FeatureCoefficients, std::less<>>;

struct Coefficients {
  AreaCoefficients area;
  PathCoefficients paths;
};

std::string coefficients_text(const Coefficients& coefficients);
Coefficients parse_coefficients(std::string_view text, std::string_view origin);

// calibration/coefficients.json as it was when the program was built.
const Coefficients& coefficients();

}  // namespace vta
