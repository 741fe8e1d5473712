// The operation RQ, a lane at a time: docs/isa.md, section 8.
#pragma once

#include <cstdint>

#include "hw/isa/rq.h"

namespace vta {

// x * q * 2^(e - 31) rounded, e the low six bits of `shift`; wraps to 32 bits.
int32_t rescaled(int32_t x, int32_t q, int32_t shift, Rounding rounding);

// Plus the zero point, saturated to int8 unless it is wide.
int32_t requantized(int32_t x, int32_t q, int32_t shift, const RqParameters& parameters);

}  // namespace vta
