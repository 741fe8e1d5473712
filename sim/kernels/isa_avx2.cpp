// AVX2, in two forms.
//
// Bytes: vpmaddubsw multiplies unsigned by signed bytes and adds pairs, saturating at 16 bits.
// With inputs in 0..127 a pair is at most 2 * 127 * 128 = 32512 < 2^15, so nothing saturates; that
// is what follows a relu. Four pairs are added at 16 bits where a lane's positive weights, and its
// negative ones, of all four add up to 258 at most (127 * 258 < 2^15); a column says so in the word
// behind its weights. Words: anything else, widened to int16 (vpmaddwd cannot overflow).
#include "sim/kernels/isa_table.h"

#if defined(__AVX2__)

#include <immintrin.h>

#include <cstring>

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/alu_tail_kernel.h"
#include "sim/kernels/strip_kernel.h"

namespace vta::kernels {
namespace {

struct Vector8 {
  static constexpr int lanes = 8;
  using Acc = __m256i;
  using Wgt = __m256i;
  static Acc load(const int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(int32_t* p, Acc v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }
  static Acc sub(Acc a, Acc b) { return _mm256_sub_epi32(a, b); }
  static Acc set1(int32_t v) { return _mm256_set1_epi32(v); }
  static Acc add(Acc a, Acc b) { return _mm256_add_epi32(a, b); }
  static Acc max(Acc a, Acc b) { return _mm256_max_epi32(a, b); }
  static Acc min(Acc a, Acc b) { return _mm256_min_epi32(a, b); }
  static Acc sra(Acc a, Acc n) { return _mm256_srav_epi32(a, n); }
  // The low bytes of each half's four lanes, then the halves side by side.
  static void store_bytes(std::byte* p, Acc v) {
    const __m256i low =
        _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 4, 8, 12,
                         -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i picked = _mm256_shuffle_epi8(v, low);
    _mm_storel_epi64(
        reinterpret_cast<__m128i*>(p),
        _mm_unpacklo_epi32(_mm256_castsi256_si128(picked), _mm256_extracti128_si256(picked, 1)));
  }
  static Wgt load_wgt(const std::byte* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static __m256i broadcast(const std::byte* p) {
    int32_t word;
    std::memcpy(&word, p, 4);
    return _mm256_set1_epi32(word);
  }
};

struct Bytes : Vector8 {
  static constexpr int columns = 1;
  static constexpr bool short_sums = true;
  static Acc dot(Acc acc, __m256i x, Wgt w) {
    const __m256i pairs = _mm256_maddubs_epi16(x, w);
    return _mm256_add_epi32(acc, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  static Acc dot_four(Acc acc, const std::byte* x, const Wgt (&w)[4]) {
    const auto pairs = [&](int word) {
      return _mm256_maddubs_epi16(broadcast(x + 4 * word), w[word]);
    };
    const __m256i sums = _mm256_add_epi16(_mm256_add_epi16(pairs(0), pairs(1)),
                                          _mm256_add_epi16(pairs(2), pairs(3)));
    return _mm256_add_epi32(acc, _mm256_madd_epi16(sums, _mm256_set1_epi16(1)));
  }
  static bool fits(const std::byte* trailer) {
    int32_t word;
    std::memcpy(&word, trailer, 4);
    return word != 0;
  }
};

struct Words : Vector8 {
  static constexpr int columns = 2;
  static constexpr bool short_sums = false;
  static Acc dot(Acc acc, __m256i x, Wgt w) {
    return _mm256_add_epi32(acc, _mm256_madd_epi16(x, w));
  }
};

inline __m128i load16(const int8_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
inline __m128i load8_wide(const int8_t* p) {
  return _mm_cvtepi8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
}

void copy_inputs(const int8_t* from, int64_t count, std::byte* to) {
  std::memcpy(to, from, static_cast<size_t>(count));
}

void widen_inputs(const int8_t* from, int64_t count, std::byte* to) {
  for (int64_t n = 0; n < count; n += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * n), load8_wide(from + n));
}

// Four words of four lanes each, to four consecutive words of a column.
inline void transpose_4x4(__m128i r0, __m128i r1, __m128i r2, __m128i r3, std::byte* to) {
  const __m128i a = _mm_unpacklo_epi32(r0, r1);
  const __m128i b = _mm_unpacklo_epi32(r2, r3);
  const __m128i c = _mm_unpackhi_epi32(r0, r1);
  const __m128i d = _mm_unpackhi_epi32(r2, r3);
  auto* out = reinterpret_cast<__m128i*>(to);
  _mm_storeu_si128(out, _mm_unpacklo_epi64(a, b));
  _mm_storeu_si128(out + 2, _mm_unpackhi_epi64(a, b));
  _mm_storeu_si128(out + 4, _mm_unpacklo_epi64(c, d));
  _mm_storeu_si128(out + 6, _mm_unpackhi_epi64(c, d));
}

constexpr int kMostWeight = 258;  // 127 times this is below 2^15

// Whether the sums of four words' pairs stay within 16 bits, for inputs of 0..127.
bool sums_fit(const std::byte* column, int64_t k_words) {
  const __m256i ones = _mm256_set1_epi8(1), most = _mm256_set1_epi16(kMostWeight);
  __m256i over = _mm256_setzero_si256();
  for (int64_t k = 0; k < k_words; k += 4, column += 128) {
    __m256i positive = _mm256_setzero_si256(), all = positive;
    for (int word = 0; word < 4; ++word) {
      const __m256i w = Vector8::load_wgt(column + 32 * word);
      const __m256i above = _mm256_max_epi8(w, _mm256_setzero_si256());
      positive = _mm256_add_epi16(positive, _mm256_maddubs_epi16(above, ones));
      all = _mm256_add_epi16(all, _mm256_maddubs_epi16(ones, w));
    }
    over = _mm256_or_si256(over, _mm256_cmpgt_epi16(positive, most));
    over = _mm256_or_si256(over, _mm256_cmpgt_epi16(_mm256_sub_epi16(positive, all), most));
  }
  return _mm256_testz_si256(over, over) != 0;
}

void pack_bytes(const int8_t* from, int64_t block_in, std::byte* to) {
  std::byte* const column = to;
  for (int64_t k = 0; k < block_in; k += 16, to += 128)
    for (int n = 0; n < 8; n += 4) {
      const int8_t* row = from + n * block_in + k;
      transpose_4x4(load16(row), load16(row + block_in), load16(row + 2 * block_in),
                    load16(row + 3 * block_in), to + n * 4);
    }
  const int32_t fits = sums_fit(column, block_in / 4) ? 1 : 0;
  std::memcpy(to, &fits, 4);
}

void pack_words(const int8_t* from, int64_t block_in, std::byte* to) {
  for (int64_t k = 0; k < block_in; k += 8, to += 128)
    for (int n = 0; n < 8; n += 4) {
      const int8_t* row = from + n * block_in + k;
      transpose_4x4(load8_wide(row), load8_wide(row + block_in), load8_wide(row + 2 * block_in),
                    load8_wide(row + 3 * block_in), to + n * 4);
    }
}

constexpr GemmForm kForms[] = {
    {true, 1, 8, 8, copy_inputs, pack_bytes, nullptr, Strip<Bytes, 8>::run, nullptr, nullptr, 0,
     nullptr, true},
    {false, 2, 8, 6, widen_inputs, pack_words, nullptr, Strip<Words, 6>::run},
};
constexpr IsaTable kTable = {"avx2", kForms, 2, alu, tail<Vector8>, narrow, widen};

}  // namespace

const IsaTable* avx2_table() {
  return &kTable;
}

}  // namespace vta::kernels

#else

namespace vta::kernels {
const IsaTable* avx2_table() {
  return nullptr;
}
}  // namespace vta::kernels

#endif
