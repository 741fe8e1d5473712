// ALU steps, in the order of the loop nest, a row of lanes at a time; the compiler vectorizes the
// rows for the instruction set that the including file is compiled for.
//
// Everything has internal linkage: each instruction set gets its own copy.
#pragma once

#include "sim/kernels/isa_table.h"

namespace vta::kernels {
namespace {

inline int32_t wrap(uint32_t x) {
  return static_cast<int32_t>(x);
}
inline uint32_t bits(int32_t x) {
  return static_cast<uint32_t>(x);
}
inline int32_t limit31(int32_t y) {
  return y > 31 ? 31 : y;
}
// -y, at most 31, also for the most negative y.
inline int32_t left_count(int32_t y) {
  return y < -31 ? 31 : -y;
}

struct Min {
  int32_t operator()(int32_t x, int32_t y) const { return x < y ? x : y; }
};
struct Max {
  int32_t operator()(int32_t x, int32_t y) const { return x > y ? x : y; }
};
struct Add {
  int32_t operator()(int32_t x, int32_t y) const { return wrap(bits(x) + bits(y)); }
};
struct Mul {
  int32_t operator()(int32_t x, int32_t y) const { return wrap(bits(x) * bits(y)); }
};
struct Mov {
  int32_t operator()(int32_t, int32_t y) const { return y; }
};
struct Shr {
  int32_t operator()(int32_t x, int32_t y) const {
    const int32_t right = x >> (y > 0 ? limit31(y) : 0);
    const int32_t left = wrap(bits(x) << (y < 0 ? left_count(y) : 0));
    return y >= 0 ? right : left;
  }
};
struct Rshr {
  int32_t operator()(int32_t x, int32_t y) const {
    const int32_t k = y > 0 ? limit31(y) : 0;
    const uint32_t half = (uint32_t{1} << k) >> 1;
    const int32_t right = wrap(bits(x) + half) >> k;
    const int32_t left = wrap(bits(x) << (y < 0 ? left_count(y) : 0));
    return y >= 0 ? right : left;
  }
};
// Clamp to [low, high].
struct Clip {
  int32_t low, high;
  int32_t operator()(int32_t x, int32_t) const { return x < low ? low : x > high ? high : x; }
};
// Shifts by an immediate: `half` is added first.
struct ShiftRight {
  uint32_t half;
  int32_t count;
  int32_t operator()(int32_t x, int32_t) const { return wrap(bits(x) + half) >> count; }
};
struct ShiftLeft {
  int32_t count;
  int32_t operator()(int32_t x, int32_t) const { return wrap(bits(x) << count); }
};

// dst and src rows are the same row or do not overlap, so lanes are independent.
template <int Lanes, bool UseImm, typename Op>
inline void alu_row(int32_t* dst, const int32_t* src, int32_t imm, int64_t lanes, Op op) {
  const int64_t count = Lanes > 0 ? Lanes : lanes;
#pragma GCC ivdep
#pragma GCC unroll 1  // a row unrolled to scalars would not be vectorized
  for (int64_t n = 0; n < count; ++n)
    dst[n] = op(dst[n], UseImm ? imm : src[n]);
}

template <int Lanes, bool UseImm, typename Op>
void alu_nest(const AluArgs& a, Op op) {
  for (int64_t o = a.o_begin; o < a.o_end; ++o)
    for (int64_t i = a.i_begin; i < a.i_end; ++i) {
      const int64_t dst0 = o * a.dst_out + i * a.dst_in;
      const int64_t src0 = o * a.src_out + i * a.src_in;
      for (int64_t u = 0; u < a.uop_count; ++u) {
        int32_t* dst = a.acc + (a.uops[u].dst + dst0) * a.acc_elem;
        const int32_t* src = UseImm ? dst : a.acc + (a.uops[u].src + src0) * a.acc_elem;
        alu_row<Lanes, UseImm>(dst, src, a.imm, a.acc_elem, op);
      }
    }
}

// Whether the inner loop walks rows one by one, so that its rows are one run of lanes. With a
// vector operand the run must not read what it has written.
inline bool is_run(const AluArgs& a) {
  if (a.uop_count != 1 || a.dst_in != 1)
    return false;
  if (a.use_imm)
    return true;
  const int64_t distance = int64_t{a.uops[0].dst} - int64_t{a.uops[0].src};
  const int64_t rows = a.i_end - a.i_begin;
  return a.src_in == 1 && a.src_out == a.dst_out &&
         (distance == 0 || distance >= rows || distance <= -rows);
}

template <bool UseImm, typename Op>
void alu_runs(const AluArgs& a, Op op) {
  const int64_t lanes = (a.i_end - a.i_begin) * a.acc_elem;
  for (int64_t o = a.o_begin; o < a.o_end; ++o) {
    const int64_t row = o * a.dst_out + a.i_begin;
    int32_t* dst = a.acc + (a.uops[0].dst + row) * a.acc_elem;
    const int32_t* src = UseImm ? dst : a.acc + (a.uops[0].src + row) * a.acc_elem;
    alu_row<0, UseImm>(dst, src, a.imm, lanes, op);
  }
}

template <bool UseImm, typename Op>
void alu_any(const AluArgs& a, Op op) {
  if (is_run(a))
    alu_runs<UseImm>(a, op);
  else if (a.acc_elem == 16)
    alu_nest<16, UseImm>(a, op);
  else
    alu_nest<0, UseImm>(a, op);
}

template <typename Op>
void alu_imm(const AluArgs& a, Op op) {
  alu_any<true>(a, op);
}

template <typename Op>
void alu_run(const AluArgs& a, Op op) {
  if (a.use_imm)
    alu_any<true>(a, op);
  else
    alu_any<false>(a, op);
}

inline void shift_by_imm(const AluArgs& a, bool round) {
  if (a.imm < 0)
    return alu_imm(a, ShiftLeft{left_count(a.imm)});
  const int32_t k = limit31(a.imm);
  alu_imm(a, ShiftRight{round ? (uint32_t{1} << k) >> 1 : 0, k});
}

void alu(const AluArgs& a) {
  switch (a.op) {
    case 0:
      return alu_run(a, Min{});
    case 1:
      return alu_run(a, Max{});
    case 2:
      return alu_run(a, Add{});
    case 3:
      return a.use_imm ? shift_by_imm(a, false) : alu_run(a, Shr{});
    case 4:
      return alu_run(a, Mul{});
    case 5:
      return alu_imm(a, a.imm >= 0 ? Clip{-a.imm, a.imm} : Clip{0, -a.imm});
    case 6:
      return a.use_imm ? shift_by_imm(a, true) : alu_run(a, Rshr{});
    case 7:
      return alu_run(a, Mov{});
  }
}

void narrow(const int32_t* from, int64_t count, std::byte* to) {
  auto* bytes = reinterpret_cast<uint8_t*>(to);
#pragma GCC ivdep
  for (int64_t n = 0; n < count; ++n)
    bytes[n] = static_cast<uint8_t>(bits(from[n]));
}

void widen(const std::byte* from, int64_t count, int32_t* to) {
  const auto* bytes = reinterpret_cast<const int8_t*>(from);
#pragma GCC ivdep
  for (int64_t n = 0; n < count; ++n)
    to[n] = bytes[n];
}

}  // namespace
}  // namespace vta::kernels
