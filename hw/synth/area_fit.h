// Fits the coefficients of the area model to synthesis results.
#pragma once

#include <vector>

#include "hw/synth/area_calibration.h"

namespace vta {

// InputError if no point can be fitted to: each kind of circuit (ACC_OVERLAP 0 and 1) needs at
// least one that is not held out.
void require_points_to_fit(const std::vector<CalibrationPoint>& points);

// Least squares of the relative error, module by module, no coefficient below zero; points that are
// held out are left out. Circuits with one pipe come first; those with two only say what they have
// beyond. Four digits of each coefficient. Deterministic. Errors as require_points_to_fit().
AreaCoefficients fit_area(const std::vector<CalibrationPoint>& points);

// Nothing is left of what is too small to matter.
double four_digits(double value);

// min over x >= 0 of the sum over rows of (row * x - target)^2.
std::vector<double> non_negative_least_squares(const std::vector<std::vector<double>>& rows,
                                               const std::vector<double>& targets);

}  // namespace vta
