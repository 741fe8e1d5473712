// The files of calibration/, embedded by CMake.
#pragma once

#include <string_view>

namespace vta {

extern const std::string_view kCalibrationText;
extern const std::string_view kCoefficientsText;

}  // namespace vta
