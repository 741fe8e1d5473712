// The strip kernel, a template over the vector unit; see isa_table.h for what a strip is.
//
// For each step and each 4-byte word of the inputs: load the word's weights of every column once,
// broadcast each position's word, one dot instruction per position and column:
//
//   acc[column][position][lane] += dot(input word[position], weight word[column][lane])
//
// Everything has internal linkage: each instruction set gets its own copy.
// A vector unit V has: lanes, Acc, Wgt, Inp; load, store, sub, load_wgt, broadcast, dot.
#pragma once

#include "sim/kernels/isa_table.h"

namespace vta::kernels {
namespace {

// Input rows are reached from every third one, so that base + {0, 1, 2} * stride are addressing
// modes and few registers are taken.
template <typename V, int C, int P>
[[gnu::always_inline]] inline void strip_words(typename V::Acc (&acc)[C][P],
                                               const std::byte* const (&row)[(P + 2) / 3],
                                               int64_t stride, const std::byte* const (&wgt)[C],
                                               int64_t word) {
  typename V::Wgt w[C];
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c)
    w[c] = V::load_wgt(wgt[c] + word * V::lanes * 4);
#pragma GCC unroll 16
  for (int p = 0; p < P; ++p) {
    const auto x = V::broadcast(row[p / 3] + (p % 3) * stride + word * 4);
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c)
      acc[c][p] = V::dot(acc[c][p], x, w[c]);
  }
}

// Words > 0: a step's number of words, known.
template <typename V, int C, int P, int Words>
void strip_fixed(const StripArgs& a) {
  constexpr int kRows = (P + 2) / 3;
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
        acc[c][p] = V::sub(V::load(a.acc[c] + a.dst[p]), correction);
    }
  }
  const int64_t stride = a.src_stride;
  for (int64_t s = 0; s < a.step_count; ++s) {
    const std::byte* row[kRows];
    const std::byte* wgt[C];
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r)
      row[r] = a.src + a.steps[0][s].src + r * 3 * stride;
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c)
      wgt[c] = a.wgt[c] + a.steps[c][s].wgt;
    const int64_t words = Words > 0 ? Words : a.k_words;
    for (int64_t k = 0; k < words; k += 4) {
#pragma GCC unroll 4
      for (int word = 0; word < 4; ++word)
        strip_words<V, C, P>(acc, row, stride, wgt, word);
#pragma GCC unroll 16
      for (int r = 0; r < kRows; ++r)
        row[r] += 16;
#pragma GCC unroll 4
      for (int c = 0; c < C; ++c)
        wgt[c] += 16 * V::lanes;
    }
  }
#pragma GCC unroll 4
  for (int c = 0; c < C; ++c)
#pragma GCC unroll 16
    for (int p = 0; p < P; ++p)
      V::store(a.acc[c] + a.dst[p], acc[c][p]);
}

template <typename V, int Words, int P>
void strip_of(const StripArgs& a) {
  if (a.columns == 2)
    strip_fixed<V, 2, P, Words>(a);
  else
    strip_fixed<V, 1, P, Words>(a);
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
