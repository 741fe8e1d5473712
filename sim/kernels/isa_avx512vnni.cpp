// AVX512-VNNI: vpdpbusd multiplies unsigned by signed bytes, so inputs are packed as x + 128 and a
// column's correction is 128 * (sum of each lane's weights).
#include "sim/kernels/isa_table.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <cstring>

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/alu_tail_kernel.h"
#include "sim/kernels/pack_avx512.h"
#include "sim/kernels/strip_kernel.h"

namespace vta::kernels {
namespace {

struct Vector16 {
  static constexpr int lanes = 16, columns = 2;
  static constexpr bool short_sums = false;
  using Acc = __m512i;
  using Wgt = __m512i;
  static Acc load(const int32_t* p) { return _mm512_loadu_si512(p); }
  static void store(int32_t* p, Acc v) { _mm512_storeu_si512(p, v); }
  static Acc sub(Acc a, Acc b) { return _mm512_sub_epi32(a, b); }
  static Acc set1(int32_t v) { return _mm512_set1_epi32(v); }
  static Acc add(Acc a, Acc b) { return _mm512_add_epi32(a, b); }
  static Acc max(Acc a, Acc b) { return _mm512_max_epi32(a, b); }
  static Acc min(Acc a, Acc b) { return _mm512_min_epi32(a, b); }
  static Acc sra(Acc a, Acc n) { return _mm512_srav_epi32(a, n); }
  static void store_bytes(std::byte* p, Acc v) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(v));
  }
  static Wgt load_wgt(const std::byte* p) { return _mm512_loadu_si512(p); }
  static __m512i broadcast(const std::byte* p) {
    int32_t word;
    std::memcpy(&word, p, 4);
    return _mm512_set1_epi32(word);
  }
  static Acc dot(Acc acc, __m512i x, Wgt w) { return _mm512_dpbusd_epi32(acc, x, w); }
};

void pack_inputs(const int8_t* from, int64_t count, std::byte* to) {
  const __m128i offset = _mm_set1_epi8(-128);
  for (int64_t n = 0; n < count; n += 16) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + n));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + n), _mm_xor_si128(x, offset));
  }
}

void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  const __m512i k128 = _mm512_set1_epi8(-128);  // 128 as an unsigned byte
  __m512i sum = _mm512_setzero_si512();
  pack_words(from, block_in, to, [&](__m512i word) { sum = _mm512_dpbusd_epi32(sum, k128, word); });
  _mm512_storeu_si512(to + block_in * 16, sum);
}

void sum_corrections(const std::byte* first, const ReductionStep* steps, int64_t count,
                     int32_t* sum) {
  __m512i total = _mm512_setzero_si512();
  for (int64_t s = 0; s < count; ++s)
    total = _mm512_add_epi32(total, _mm512_loadu_si512(first + steps[s].wgt));
  _mm512_storeu_si512(sum, total);
}

void unpack_inputs(const std::byte* from, int64_t count, int8_t* to) {
  pack_inputs(reinterpret_cast<const int8_t*>(from), count, reinterpret_cast<std::byte*>(to));
}

void unpack_column(const std::byte* from, int64_t block_in, int8_t* to) {
  unpack_words(from, block_in, to);
}

constexpr GemmForm kForms[] = {{false, 1, 16, 14, pack_inputs, pack_column, sum_corrections,
                                Strip<Vector16, 14>::run, unpack_inputs, unpack_column, 0, nullptr,
                                true}};
constexpr IsaTable kTable = {"avx512vnni", kForms, 1, alu, tail<Vector16>, narrow, widen};

}  // namespace

const IsaTable* avx512vnni_table() {
  return &kTable;
}

}  // namespace vta::kernels

#else

namespace vta::kernels {
const IsaTable* avx512vnni_table() {
  return nullptr;
}
}  // namespace vta::kernels

#endif
