// The numbers of TensorFlow Lite's integer operators: fractions as int32 and shift, limits of
// activations.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "compiler/graph/fraction.h"

namespace vta::tflite_import {

// How results are rounded, which runtimes differ in: TensorFlow Lite Micro twice, the same built
// with one rounding, XNNPACK on a PC in float32. The values are those of --requant.
enum class Requant : uint8_t { Double, Single, Float };

// The nearest to d; 0 and 0 where its shift would be below -31. InputError unless d is above 0 and
// below 2^30.
Fraction fraction_of(double d);

// What a fused activation leaves of int8 values with this scale and zero point. `activation` is
// tflite_file::Activation's number; CompileError for those that are not limits.
std::pair<int64_t, int64_t> activation_limits(int activation, float scale, int64_t zero);

}  // namespace vta::tflite_import
