// Fits the coefficients of the area model to synthesis results.
#pragma once

#include <vector>

#include "hw/synth/area_calibration.h"

namespace vta {

// InputError if no point can be used for the fit: each kind of circuit (ACC_OVERLAP 0 and 1) needs
// at least one that is not held out.
void require_points_to_fit(const std::vector<CalibrationPoint>& points);

// Least squares of the relative error, module by module, no coefficient below zero; held-out points
// are not used. Circuits with one pipe are fitted first; those with two pipes only determine their
// additional features. Coefficients have four digits. Deterministic. Errors as
// require_points_to_fit().
AreaCoefficients fit_area(const std::vector<CalibrationPoint>& points);

// Coefficients that are too small to matter become 0.
double four_digits(double value);

// min over x >= 0 of the sum over rows of (row * x - target)^2.
std::vector<double> non_negative_least_squares(const std::vector<std::vector<double>>& rows,
                                               const std::vector<double>& targets);

}  // namespace vta
