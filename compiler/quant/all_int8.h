// Whether a network may have its first convolution, classifier and pools in int8.
#pragma once

#include "compiler/quant/logit_score.h"

namespace vta {

// What is lost at most beside the form that has them in float, both found on the calibration
// samples and measured there, and what is left at least. Points of agreement, or one row.
constexpr double kInt8LossDb = 2.5, kInt8AgreementLoss = 1, kInt8LeastDb = 20;

bool all_int8_is_good(const LogitScore& all_int8, const LogitScore& partly);

}  // namespace vta
