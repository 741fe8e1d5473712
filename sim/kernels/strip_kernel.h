// The strip kernel, a template over the vector unit; see isa_table.h for what a strip is.
//
// For each step and each 4-byte word of the inputs: load the word's weights of every column once,
// broadcast each position's word, one dot instruction per position and column:
//
//   acc[column][position][lane] += dot(input word[position], weight word[column][lane])
//
// Everything has internal linkage: each instruction set gets its own copy.
// A vector unit V has: lanes, columns (done together), short_sums; Acc, Wgt, Inp; load, store, sub,
// load_wgt, broadcast, dot. With short_sums, which need columns = 1: dot_four, the four words of 16
// bytes at once, and fits, whether a column's weights allow that.
#pragma once

#include "sim/kernels/isa_table.h"

namespace vta::kernels {
namespace {

// Position p's input row is base + p * stride. With p = odd * 2^k the odd multiples stay in
// registers and the power of two is part of the address; larger powers than 8 do not occur.
template <int P>
struct RowOffsets {
  std::ptrdiff_t odd[(P + 1) / 2];  // 1, 3, 5... times the stride
  explicit RowOffsets(std::ptrdiff_t stride) {
#pragma GCC unroll 16
    for (int k = 0; k < (P + 1) / 2; ++k)
      odd[k] = (2 * k + 1) * stride;
  }
  // Without this the compiler makes a register of every address and has to spill most of them.
  [[gnu::always_inline]] void keep() {
#pragma GCC unroll 16
    for (int k = 0; k < (P + 1) / 2; ++k)
      asm("" : "+r"(odd[k]));
  }
  std::ptrdiff_t at(int p) const {
    if (p == 0)
      return 0;
    const int power = __builtin_ctz(static_cast<unsigned>(p));
    return odd[(p >> power) / 2] << power;
  }
};

template <typename V, int C, int P>
[[gnu::always_inline]] inline void strip_words(typename V::Acc (&acc)[C][P], const std::byte* base,
                                               RowOffsets<P>& rows,
                                               const std::byte* const (&wgt)[C], int64_t word) {
  base += word * 4;
  asm("" : "+r"(base));
  rows.keep();
  typename V::Wgt w[C];
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c)
    w[c] = V::load_wgt(wgt[c] + word * V::lanes * 4);
#pragma GCC unroll 16
  for (int p = 0; p < P; ++p) {
    const auto x = V::broadcast(base + rows.at(p));
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c)
      acc[c][p] = V::dot(acc[c][p], x, w[c]);
  }
}

template <typename V, int P>
[[gnu::always_inline]] inline void four_words(typename V::Acc (&acc)[1][P], const std::byte* base,
                                              RowOffsets<P>& rows, const std::byte* wgt) {
  asm("" : "+r"(base));
  rows.keep();
  typename V::Wgt w[4];
#pragma GCC unroll 4
  for (int word = 0; word < 4; ++word)
    w[word] = V::load_wgt(wgt + word * V::lanes * 4);
#pragma GCC unroll 16
  for (int p = 0; p < P; ++p)
    acc[0][p] = V::dot_four(acc[0][p], base + rows.at(p), w);
}

// Words > 0: a step's number of words, known.
template <typename V, int C, int P, int Words>
void strip_fixed(const StripArgs& a) {
  // Copies: a store of a vector may change anything that is reached through a pointer.
  const int32_t* const dst = a.dst;
  int32_t* out[C];
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c)
    out[c] = a.acc[c];
  typename V::Acc acc[C][P];
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c) {
    const auto correction = V::load(a.correction[c]);
    if (a.zeros != nullptr) {
      const auto first = V::sub(V::load(a.zeros), correction);
#pragma GCC unroll 16
      for (int p = 0; p < P; ++p)
        acc[c][p] = first;
    } else {
#pragma GCC unroll 16
      for (int p = 0; p < P; ++p)
        acc[c][p] = V::sub(V::load(out[c] + dst[p]), correction);
    }
  }
  RowOffsets<P> rows(a.src_stride);
  for (int64_t s = 0; s < a.step_count; ++s) {
    const std::byte* base = a.src + a.steps[0][s].src;
    const std::byte* wgt[C];
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c)
      wgt[c] = a.wgt[c] + a.steps[c][s].wgt;
    const int64_t words = Words > 0 ? Words : a.k_words;
    if constexpr (V::short_sums) {
      if (V::fits(wgt[0] + words * V::lanes * 4)) {
        for (int64_t k = 0; k < words; k += 4)
          four_words<V, P>(acc, base + k * 4, rows, wgt[0] + k * V::lanes * 4);
        continue;
      }
    }
    for (int64_t k = 0; k < words; k += 4) {
#pragma GCC unroll 4
      for (int word = 0; word < 4; ++word)
        strip_words<V, C, P>(acc, base, rows, wgt, word);
      base += 16;
#pragma GCC unroll 4
      for (int c = 0; c < C; ++c)
        wgt[c] += 16 * V::lanes;
    }
  }
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c)
#pragma GCC unroll 16
    for (int p = 0; p < P; ++p)
      V::store(out[c] + dst[p], acc[c][p]);
}

inline StripArgs column_of(const StripArgs& a, int64_t c) {
  StripArgs column = a;
  column.columns = 1;
  column.acc[0] = a.acc[c];
  column.wgt[0] = a.wgt[c];
  column.correction[0] = a.correction[c];
  column.steps[0] = a.steps[c];
  return column;
}

template <typename V, int Words, int P>
void strip_of(const StripArgs& a) {
  if constexpr (V::columns == 1) {
    for (int64_t c = 0; c < a.columns; ++c)
      strip_fixed<V, 1, P, Words>(column_of(a, c));
  } else if (a.columns == 2) {
    strip_fixed<V, 2, P, Words>(a);
  } else {
    strip_fixed<V, 1, P, Words>(a);
  }
}

// The strip function of a vector unit for up to MaxPositions positions.
template <typename V, int MaxPositions>
struct Strip {
  using Function = void (*)(const StripArgs&);
  struct Row {
    Function of[MaxPositions + 1];  // by number of positions
  };

  template <int Words, int P>
  static constexpr void fill(Row& row) {
    row.of[P] = strip_of<V, Words, P>;
    if constexpr (P > 1)
      fill<Words, P - 1>(row);
  }
  template <int Words>
  static constexpr Row row() {
    Row r{};
    fill<Words, MaxPositions>(r);
    return r;
  }

  static void run(const StripArgs& a) {
    static constexpr Row kFour = row<4>(), kAny = row<0>();
    (a.k_words == 4 ? kFour : kAny).of[a.positions](a);
  }
};

}  // namespace
}  // namespace vta::kernels
