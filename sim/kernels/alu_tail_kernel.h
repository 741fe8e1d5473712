// One pass of alu_tail.h over rows of lanes, vectorised by the compiler like alu_kernel.h.
//
// Everything has internal linkage: each instruction set gets its own copy.
#pragma once

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/isa_table.h"

namespace vta::kernels {
namespace {

template <bool Narrow, bool Vector>
inline void tail_lanes(int32_t* __restrict acc, const int32_t* __restrict addends, int64_t lanes,
                       const TailArgs& a, uint8_t* __restrict bytes) {
  const int32_t imm = a.imm, shift = a.shift, low = a.low, high = a.high;
#pragma GCC ivdep
#pragma GCC unroll 1  // a row unrolled to scalars would not be vectorised
  for (int64_t n = 0; n < lanes; ++n) {
    int32_t x = wrap(bits(acc[n]) + bits(Vector ? addends[n] : imm)) >> shift;
    x = x > low ? x : low;
    x = x < high ? x : high;
    acc[n] = x;
    if (Narrow)
      bytes[n] = static_cast<uint8_t>(bits(x));
  }
}

template <bool Narrow>
void tail_rows(const TailArgs& a) {
  auto* bytes = reinterpret_cast<uint8_t*>(a.narrow_to);
  if (a.addends == nullptr)
    return tail_lanes<Narrow, false>(a.acc, nullptr, a.rows * a.row_lanes, a, bytes);
  if (!a.one_addend)
    return tail_lanes<Narrow, true>(a.acc, a.addends, a.rows * a.row_lanes, a, bytes);
  for (int64_t r = 0; r < a.rows; ++r) {
    const int64_t at = r * a.row_lanes;
    if (a.row_lanes == 16)
      tail_lanes<Narrow, true>(a.acc + at, a.addends, 16, a, bytes + (Narrow ? at : 0));
    else
      tail_lanes<Narrow, true>(a.acc + at, a.addends, a.row_lanes, a, bytes + (Narrow ? at : 0));
  }
}

void tail(const TailArgs& a) {
  if (a.narrow_to != nullptr)
    tail_rows<true>(a);
  else
    tail_rows<false>(a);
}

}  // namespace
}  // namespace vta::kernels
