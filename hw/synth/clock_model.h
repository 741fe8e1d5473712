// Estimates the clock of a configuration without synthesizing it: the longest path of its circuit,
// cell delay without wires (timing.h derives a clock from it).
//
// The longest of a few named paths (clock_paths.h), each a sum of coefficient times feature, fitted
// to the paths of the synthesized configurations of calibration/. README.md has the error on
// held-out points.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/synth/area_calibration.h"

namespace vta {

struct PathEstimate {
  std::string_view path;  // its name
  int64_t ps = 0;
};

// Longest first; for the configurations that the model of area is for.
std::vector<PathEstimate> estimate_paths(const VtaConfig& config,
                                         const Coefficients& by = coefficients());

// The synthesized path if calibration/ has this hardware, otherwise the model's. A pure function of
// the configuration, as area_of, and from the same source.
int64_t longest_path_ps(const VtaConfig& config);

// For a synthesized point.
int64_t longest_path_ps(const CalibrationPoint& point);

// Least squares of the relative error, path by path, no coefficient below zero; held-out points are
// not used. Deterministic. Errors as require_points_to_fit() (area_fit.h), and for a path without a
// point.
PathCoefficients fit_paths(const std::vector<CalibrationPoint>& points);

// Estimated / synthesized - 1.
double path_error(const CalibrationPoint& point, const Coefficients& by = coefficients());
// The largest magnitude over the held-out points: the expected error of an estimate.
double held_out_path_error();

// A table in Markdown: every point, its synthesis result, the model's error. README.md has it.
std::string path_error_table(const std::vector<CalibrationPoint>& points, const Coefficients& by);

}  // namespace vta
