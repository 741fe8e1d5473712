// Packing of bytes for dot instructions on 16 lanes, for the AVX-512 files.
//
// Everything has internal linkage: each instruction set gets its own copy.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vta::kernels {
namespace {

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

// A transpose of 16 rows of block_in / 4 words; each(word) sees what is stored.
// Four words at a time: words 0 and 1, then 2 and 3, of eight rows; then the halves are put
// together.
template <typename Each>
[[gnu::always_inline]] inline void pack_words(const int8_t* from, int64_t block_in, std::byte* to,
                                              Each each) {
  const __m512i words01 =
      _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const __m512i words23 = _mm512_add_epi32(words01, _mm512_set1_epi32(2));
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
      each(word[w]);
    }
  }
}

inline void unpack_words(const std::byte* from, int64_t block_in, int8_t* to) {
  for (int64_t k = 0; k < block_in; k += 4)
    for (int64_t n = 0; n < 16; ++n, from += 4)
      std::memcpy(to + n * block_in + k, from, 4);
}

}  // namespace
}  // namespace vta::kernels
