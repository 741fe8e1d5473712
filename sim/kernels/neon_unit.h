// What the files for NEON have in common: four lanes of 32 bits, and operands of 16 bits.
//
// A word of the inputs is two values. Its weights are the first values of all four lanes, then the
// second ones: a product is two multiplications of four lanes by one value, which add to the sums
// at once (vmlal).
//
// Everything has internal linkage: each instruction set gets its own copy.
#pragma once

#include <arm_neon.h>

#include <cstring>

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/alu_tail_kernel.h"
#include "sim/kernels/strip_kernel.h"

namespace vta::kernels {
namespace {

struct Neon4 {
  static constexpr int lanes = 4, columns = 2;
  static constexpr bool short_sums = false;
  using Acc = int32x4_t;
  static Acc load(const int32_t* p) { return vld1q_s32(p); }
  static void store(int32_t* p, Acc v) { vst1q_s32(p, v); }
  static Acc sub(Acc a, Acc b) { return vsubq_s32(a, b); }
  static Acc set1(int32_t v) { return vdupq_n_s32(v); }
  static Acc add(Acc a, Acc b) { return vaddq_s32(a, b); }
  static Acc max(Acc a, Acc b) { return vmaxq_s32(a, b); }
  static Acc min(Acc a, Acc b) { return vminq_s32(a, b); }
  static Acc sra(Acc a, Acc n) { return vshlq_s32(a, vnegq_s32(n)); }
  static void store_bytes(std::byte* p, Acc v) {
    const int16x4_t half = vmovn_s32(v);
    const int8x8_t bytes = vmovn_s16(vcombine_s16(half, half));
    const int32_t word = vget_lane_s32(vreinterpret_s32_s8(bytes), 0);
    std::memcpy(p, &word, 4);
  }
};

struct NeonWords : Neon4 {
  using Wgt = int16x8_t;
  static Wgt load_wgt(const std::byte* p) { return vld1q_s16(reinterpret_cast<const int16_t*>(p)); }
  static int16x4_t broadcast(const std::byte* p) {
    int32_t word;
    std::memcpy(&word, p, 4);
    return vreinterpret_s16_s32(vdup_n_s32(word));
  }
  static Acc dot(Acc acc, int16x4_t x, Wgt w) {
    return vmlal_lane_s16(vmlal_lane_s16(acc, vget_low_s16(w), x, 0), vget_high_s16(w), x, 1);
  }
};

inline void widen_inputs(const int8_t* from, int64_t count, std::byte* to) {
  auto* wide = reinterpret_cast<int16_t*>(to);
  for (int64_t n = 0; n < count; ++n)
    wide[n] = from[n];
}

inline void pack_words(const int8_t* from, int64_t block_in, std::byte* to) {
  auto* wide = reinterpret_cast<int16_t*>(to);
  for (int64_t k = 0; k < block_in; ++k)
    for (int64_t n = 0; n < 4; ++n)
      *wide++ = from[n * block_in + k];
}

// Sums of two columns, weights and inputs share the registers: 32 of them, or 16.
#if defined(__aarch64__)
constexpr int kNeonPositions = 10;
#else
constexpr int kNeonPositions = 5;
#endif
constexpr GemmForm kWordForm = {
    false,        2,          4,       kNeonPositions,
    widen_inputs, pack_words, nullptr, Strip<NeonWords, kNeonPositions>::run};

}  // namespace
}  // namespace vta::kernels
