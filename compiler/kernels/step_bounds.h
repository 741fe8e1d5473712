// Bounds of the int32 values that ALU steps leave, by interval arithmetic.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/kernels/kernel.h"

namespace vta {

// The most that steps leave of any values in [-magnitude, magnitude]; the largest int32 where a
// step could wrap around. Padded channels are counted.
int64_t largest_after(std::span<const AluStep> steps, int64_t magnitude);

// The least and the largest of a step's channel vector, padded channels included; all of int32
// where it has no data and for any other step.
struct ValueRange {
  int64_t least = 0, largest = 0;
};
ValueRange vector_range(const AluStep& step);

}  // namespace vta
