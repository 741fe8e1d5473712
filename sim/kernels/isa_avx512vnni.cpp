// AVX512-VNNI: vpdpbusd multiplies unsigned by signed bytes, so inputs are packed as x + 128 and a
// column's correction is 128 * (sum of each lane's weights).
#include "sim/kernels/isa_table.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <cstring>

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/alu_tail_kernel.h"
#include "sim/kernels/strip_kernel.h"

namespace vta::kernels {
namespace {

struct Vector16 {
  static constexpr int lanes = 16;
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

// 16 values of each of four rows.
inline __m512i load_rows(const int8_t* from, int64_t block_in) {
  if (block_in == 16)
    return _mm512_loadu_si512(from);
  const auto row = [&](int64_t n) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + n * block_in));
  };
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(row(0)), row(1), 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(row(2)), row(3), 1);
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// A transpose of 16 rows of 4 words: words 0 and 1, then 2 and 3, of eight rows at a time; then the
// halves are put together.
void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  const __m512i words01 =
      _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const __m512i words23 = _mm512_add_epi32(words01, _mm512_set1_epi32(2));
  const __m512i k128 = _mm512_set1_epi8(-128);  // 128 as an unsigned byte
  __m512i sum = _mm512_setzero_si512();
  for (int64_t k = 0; k < block_in; k += 16, to += 256) {
    const __m512i r0 = load_rows(from + k, block_in);
    const __m512i r4 = load_rows(from + 4 * block_in + k, block_in);
    const __m512i r8 = load_rows(from + 8 * block_in + k, block_in);
    const __m512i r12 = load_rows(from + 12 * block_in + k, block_in);
    const __m512i low01 = _mm512_permutex2var_epi32(r0, words01, r4);
    const __m512i low23 = _mm512_permutex2var_epi32(r0, words23, r4);
    const __m512i high01 = _mm512_permutex2var_epi32(r8, words01, r12);
    const __m512i high23 = _mm512_permutex2var_epi32(r8, words23, r12);
    const __m512i word[4] = {
        _mm512_shuffle_i64x2(low01, high01, 0x44), _mm512_shuffle_i64x2(low01, high01, 0xee),
        _mm512_shuffle_i64x2(low23, high23, 0x44), _mm512_shuffle_i64x2(low23, high23, 0xee)};
    for (int w = 0; w < 4; ++w) {
      _mm512_storeu_si512(to + w * 64, word[w]);
      sum = _mm512_dpbusd_epi32(sum, k128, word[w]);
    }
  }
  _mm512_storeu_si512(to, sum);
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
  for (int64_t k = 0; k < block_in; k += 4)
    for (int64_t n = 0; n < 16; ++n, from += 4)
      std::memcpy(to + n * block_in + k, from, 4);
}

constexpr GemmForm kForms[] = {{false, 1, 16, 14, pack_inputs, pack_column, sum_corrections,
                                Strip<Vector16, 14>::run, unpack_inputs, unpack_column}};
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
