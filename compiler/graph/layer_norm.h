// Layer normalisation in integers (docs/integer_transformers.md): int8 rows to int8 rows of mean 0
// and mean square 1. Every step is one of the accelerator's ALU on int32.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "base/attrs.h"

namespace vta {

// What the channels' number makes of the formula.
struct LayerNormForm {
  int64_t channels = 1;
  int64_t fraction = 0;              // twice as many bits are behind the point of a sum of squares
  int64_t share = 0;                 // 2^23 / channels
  int64_t root = 0, root_shift = 0;  // sqrt(channels) = root 2^-root_shift, root of 15 bits

  // 1 to kMostChannels.
  static LayerNormForm of(int64_t channels);
  static constexpr int64_t kMostChannels = 32766;
  static constexpr int64_t kMostEpsilon = (1 << 16) - 1;
  static constexpr int kMostResultFraction = 7;
  auto operator<=>(const LayerNormForm&) const = default;
};

// The attributes of qnn.layer_norm.
struct LayerNormOf {
  LayerNormForm form;
  bool rms = false;  // the mean is not taken off
  // Added to the sum of squares: channels epsilon 4^fraction in steps of x, at least 1.
  int64_t epsilon = 1;
  int64_t result_fraction = 0;  // bits behind the point of the result
  auto operator<=>(const LayerNormOf&) const = default;
};
// A row has `values` values. The attribute `channels` says how many of them are normalised, by
// default all; the norm sets the others to 0. A CompileError names an attribute, its value and what
// is legal.
LayerNormOf layer_norm_of(const Attrs& attrs, int64_t values);

// 2^29 / sqrt(v), v in [2^28, 2^30).
int32_t reciprocal_root(int32_t v);

// One row: `channels` values or more.
void integer_layer_norm(const LayerNormOf& of, std::span<const int8_t> x, std::span<int8_t> y);

}  // namespace vta
