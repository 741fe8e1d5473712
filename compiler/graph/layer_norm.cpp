#include "compiler/graph/layer_norm.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "compiler/graph/alu_arithmetic.h"

namespace vta {

using alu::rounded;
using alu::wrapped;

LayerNormForm LayerNormForm::of(int64_t channels) {
  VTA_CHECK(channels >= 1 && channels <= kMostChannels, "a row of {} channels", channels);
  LayerNormForm form{.channels = channels};
  // A sum of squares, each at most 2^14, and 2^16 more stay within 31 bits.
  while (form.fraction < 4 && channels < int64_t{1} << (17 - 2 * (form.fraction + 1)))
    ++form.fraction;
  form.share = ((int64_t{1} << 24) / channels + 1) / 2;
  const double root = std::sqrt(static_cast<double>(channels));
  form.root_shift = 14 - std::ilogb(root);
  form.root = std::min<int64_t>(std::llround(std::ldexp(root, static_cast<int>(form.root_shift))),
                                (1 << 15) - 1);
  return form;
}

LayerNormOf layer_norm_of(const Attrs& attrs, int64_t values) {
  const int64_t channels = attrs.get_int("channels", values);
  if (channels > values)
    throw CompileError(
        fmt::format("qnn.layer_norm: {} channels of rows of {}, at most all", channels, values));
  if (channels < 1 || channels > LayerNormForm::kMostChannels)
    throw CompileError(fmt::format("qnn.layer_norm: {} channels must be 1 to {}", channels,
                                   LayerNormForm::kMostChannels));
  LayerNormOf of{.form = LayerNormForm::of(channels),
                 .rms = attrs.get_int("rms", 0) != 0,
                 .epsilon = attrs.get_int("epsilon", 1),
                 .result_fraction = attrs.get_int("result_fraction", 0)};
  if (of.epsilon < 1 || of.epsilon > LayerNormForm::kMostEpsilon)
    throw CompileError(fmt::format("qnn.layer_norm: epsilon {} must be in 1..{}", of.epsilon,
                                   LayerNormForm::kMostEpsilon));
  if (of.result_fraction < 0 || of.result_fraction > LayerNormForm::kMostResultFraction)
    throw CompileError(fmt::format("qnn.layer_norm: result_fraction {} must be in 0..{}",
                                   of.result_fraction, LayerNormForm::kMostResultFraction));
  return of;
}

int32_t reciprocal_root(int32_t v) {
  const int32_t high = rounded(v, 14);  // [2^14, 2^16]
  // A line, and three steps of Newton's: r += r (1 - v r^2 2^-58) / 2.
  int32_t r = 34900 + rounded(-4956 * high, 14);
  for (int step = 0; step < 3; ++step) {
    const int32_t square = rounded(r * r, 15);
    const int32_t residual = wrapped((int64_t{1} << 29) - int64_t{square} * high);
    r += rounded(r * rounded(residual, 14), 16);
  }
  return r;
}

void integer_layer_norm(const LayerNormOf& of, std::span<const int8_t> x, std::span<int8_t> y) {
  const LayerNormForm& f = of.form;
  std::ranges::fill(y.subspan(static_cast<size_t>(f.channels)), int8_t{0});
  x = x.first(static_cast<size_t>(f.channels));
  const auto product = [](int64_t a, int64_t b) { return wrapped(a * b); };
  int32_t sum = 0, squares = 0;
  for (const int8_t v : x) {
    sum += v;
    squares = wrapped(int64_t{squares} + v * v);
  }
  // The mean is `whole` and `part` 2^-12; `rest` the sum of what is left of values less `whole`.
  const int32_t whole = of.rms ? 0 : rounded(product(sum, f.share), 23);
  const int32_t rest = of.rms ? 0 : wrapped(int64_t{sum} - product(f.channels, whole));
  const int32_t part = rounded(product(rest, f.share), 11);
  const int32_t about_whole = wrapped(squares - int64_t{whole} * (int64_t{sum} + rest));
  const int32_t variance =
      std::max(wrapped(rounded(about_whole, -2 * f.fraction) -
                       int64_t{rounded(product(rest, part), 12 - 2 * f.fraction)} + of.epsilon),
               1);
  // By an even number of places to [2^28, 2^30).
  const int64_t half = (std::bit_width(static_cast<uint32_t>(variance)) - 1) / 2;
  const int32_t normal = half <= 14 ? variance << (28 - 2 * half) : variance >> (2 * half - 28);
  const int32_t scale = rounded(product(reciprocal_root(normal), f.root), 15);
  const int32_t offset =
      wrapped(int64_t{product(whole, scale)} + rounded(product(part, scale), 12));
  const int64_t shift = f.root_shift + half - f.fraction - of.result_fraction;
  for (size_t i = 0; i < x.size(); ++i) {
    const int32_t scaled = wrapped(int64_t{product(x[i], scale)} - offset);
    y[i] = static_cast<int8_t>(std::clamp(rounded(scaled, shift), -127, 127));
  }
}

}  // namespace vta
