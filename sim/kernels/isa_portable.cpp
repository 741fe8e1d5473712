// Baseline vectors: SSE2 where the target has it, plain loops otherwise. Operands are widened to
// int16; pairs of products are summed in one instruction (pmaddwd), which cannot overflow:
// 2 * 128 * 128 < 2^31.
#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/alu_tail_kernel.h"
#include "sim/kernels/isa_table.h"
#include "sim/kernels/strip_kernel.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include <cstring>

namespace vta::kernels {
namespace {

#if defined(__SSE2__)
struct Vector4 {
  static constexpr int lanes = 4, columns = 2;
  static constexpr bool short_sums = false;
  using Acc = __m128i;
  using Wgt = __m128i;
  static Acc load(const int32_t* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
  static void store(int32_t* p, Acc v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  static Acc sub(Acc a, Acc b) { return _mm_sub_epi32(a, b); }
  static Wgt load_wgt(const std::byte* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static __m128i broadcast(const std::byte* p) {
    int32_t word;
    std::memcpy(&word, p, 4);
    return _mm_set1_epi32(word);
  }
  static Acc dot(Acc acc, __m128i x, Wgt w) { return _mm_add_epi32(acc, _mm_madd_epi16(x, w)); }
};
#else
struct Vector4 {
  static constexpr int lanes = 4, columns = 2;
  static constexpr bool short_sums = false;
  struct Acc {
    uint32_t lane[4];
  };
  struct Wgt {
    int16_t value[4][2];
  };
  struct Inp {
    int16_t value[2];
  };
  template <typename T>
  static T read(const void* p) {
    T v;
    std::memcpy(&v, p, sizeof(T));
    return v;
  }
  static Acc load(const int32_t* p) { return read<Acc>(p); }
  static void store(int32_t* p, const Acc& v) { std::memcpy(p, &v, sizeof v); }
  static Acc sub(Acc a, const Acc& b) {
    for (int n = 0; n < 4; ++n)
      a.lane[n] -= b.lane[n];
    return a;
  }
  static Wgt load_wgt(const std::byte* p) { return read<Wgt>(p); }
  static Inp broadcast(const std::byte* p) { return read<Inp>(p); }
  static Acc dot(Acc acc, const Inp& x, const Wgt& w) {
    for (int n = 0; n < 4; ++n)
      acc.lane[n] += bits(x.value[0] * w.value[n][0] + x.value[1] * w.value[n][1]);
    return acc;
  }
};
#endif

void pack_inputs(const int8_t* from, int64_t count, std::byte* to) {
  auto* wide = reinterpret_cast<int16_t*>(to);
  for (int64_t n = 0; n < count; ++n)
    wide[n] = from[n];
}

void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  auto* wide = reinterpret_cast<int16_t*>(to);
  for (int64_t k = 0; k < block_in; k += 2)
    for (int64_t n = 0; n < Vector4::lanes; ++n) {
      *wide++ = from[n * block_in + k];
      *wide++ = from[n * block_in + k + 1];
    }
}

constexpr GemmForm kForms[] = {
    {false, 2, 4, 5, pack_inputs, pack_column, nullptr, Strip<Vector4, 5>::run}};
constexpr IsaTable kTable = {"portable", kForms, 1, alu, tail<OneLane>, narrow, widen};

}  // namespace

const IsaTable& portable_table() {
  return kTable;
}

}  // namespace vta::kernels
