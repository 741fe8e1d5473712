// A rescaling without RQ: ALU steps that give round(x q 2^(shift - 31)) + zero point exactly.
//
// q is written in n digits of d bits, and x q 2^-d(n-1) is summed from the lowest one up, shifted
// right by d after each:
//
//   acc = floor(x q0 / 2^d)            other = x
//   acc = floor((acc + x qi) / 2^d)    other *= qi / q(i-1), modulo 2^32: x qi, since the digits
//                                      between are chosen odd
//   acc = acc + x q(n-1)
//
// No sum leaves 32 bits while (2^d + 1) |x| fits, so n depends on the bound of x: 4 digits up to
// 2^23, 3 to 2^20, 2 to 2^15. Then a shift by d bits less than 31 - shift, rounded: half up, or,
// for the two roundings of `double`, half up at 31 bits and half away from zero at the end, for
// which a negative x takes 2^(31 - d(n-1)) less. Half to even is half up where no value of x is
// half way.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "hw/isa/rq.h"

namespace vta {

struct Rescaling {
  std::span<const int32_t> multipliers, shifts;  // one of each for every channel
  Rounding rounding = Rounding::Double;
  int64_t zero = 0;
  int64_t magnitude = 0;  // bound of |x|
  bool extended = false;  // MOV and RSHR may be used
};

// Nothing: no number of digits is exact for these values.
std::optional<std::vector<AluStep>> rescale_steps(const Rescaling& of);

}  // namespace vta
