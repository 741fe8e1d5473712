// AVX512-VNNI: vpdpbusd multiplies unsigned by signed bytes, so inputs are packed as x + 128 and a
// column's correction is 128 * (sum of each lane's weights).
#include "sim/kernels/isa_table.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <cstring>

#include "sim/kernels/alu_kernel.h"
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

// Words k..k+3 of four lanes: a 4x4 transpose of 32-bit words.
inline void pack_4x4(const int8_t* from, int64_t block_in, std::byte* to) {
  __m128i row[4];
  for (int n = 0; n < 4; ++n)
    row[n] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + n * block_in));
  const __m128i a = _mm_unpacklo_epi32(row[0], row[1]);
  const __m128i b = _mm_unpacklo_epi32(row[2], row[3]);
  const __m128i c = _mm_unpackhi_epi32(row[0], row[1]);
  const __m128i d = _mm_unpackhi_epi32(row[2], row[3]);
  auto* out = reinterpret_cast<__m128i*>(to);
  _mm_storeu_si128(out, _mm_unpacklo_epi64(a, b));
  _mm_storeu_si128(out + 4, _mm_unpackhi_epi64(a, b));
  _mm_storeu_si128(out + 8, _mm_unpacklo_epi64(c, d));
  _mm_storeu_si128(out + 12, _mm_unpackhi_epi64(c, d));
}

void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  __m512i sum = _mm512_setzero_si512();
  const __m512i k128 = _mm512_set1_epi8(-128);  // 128 as an unsigned byte
  for (int64_t k = 0; k < block_in; k += 16, to += 256) {
    for (int n = 0; n < 16; n += 4)
      pack_4x4(from + n * block_in + k, block_in, to + n * 4);
    for (int word = 0; word < 4; ++word)
      sum = _mm512_dpbusd_epi32(sum, k128, _mm512_loadu_si512(to + word * 64));
  }
  _mm512_storeu_si512(to, sum);
}

constexpr GemmForm kForms[] = {
    {false, true, 1, 16, 14, pack_inputs, pack_column, strip<Vector16, 14>}};
constexpr IsaTable kTable = {"avx512vnni", kForms, 1, alu, narrow};

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
