// The operation RQ, a lane at a time: docs/isa.md, section 8.
#pragma once

#include <cstdint>

namespace vta {

enum class Rounding : uint8_t { Single = 0, Double = 1, Even = 2 };

// The parameters in imm.
struct RqParameters {
  int32_t zero = 0;  // -128..127
  Rounding rounding = Rounding::Single;
  bool relu = false;
  bool wide = false;

  bool operator==(const RqParameters&) const = default;
};
RqParameters rq_parameters(int64_t imm);
int64_t rq_imm(const RqParameters& parameters);  // as a signed field of 16 bits

// x * q * 2^(e - 31) rounded, e the low six bits of `shift`; wraps to 32 bits.
int32_t rescaled(int32_t x, int32_t q, int32_t shift, Rounding rounding);

// Plus the zero point, saturated to int8 unless it is wide.
int32_t requantized(int32_t x, int32_t q, int32_t shift, const RqParameters& parameters);

}  // namespace vta
