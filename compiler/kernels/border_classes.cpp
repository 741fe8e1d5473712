#include "compiler/kernels/border_classes.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

// The taps of an output that lie in the data.
Range taps_in_data(const ConvAxis& a, int64_t output) {
  const int64_t before = -a.pixel(output, 0), behind = a.image - a.pixel(output, 0);
  const int64_t first = before > 0 ? ceil_div(before, a.dilation) : 0;
  const int64_t end = behind > 0 ? std::min(a.kernel, ceil_div(behind, a.dilation)) : 0;
  return first < end ? Range{first, end - first} : Range{};
}

// The sum of each tap's weights, [channel][tap].
std::vector<int64_t> sums_by_tap(const Tensor& weight, int64_t taps) {
  const Shape& s = weight.shape();
  const bool packed = s.size() == 6;
  const int64_t lanes = packed ? s[4] : 1, inner = packed ? s[5] : 1;
  std::vector<int64_t> sums(static_cast<size_t>(s[0] * lanes * taps));
  const int8_t* w = weight.data<int8_t>().data();
  for (int64_t block = 0; block < s[0]; ++block)
    for (int64_t input = 0; input < s[1]; ++input)
      for (int64_t tap = 0; tap < taps; ++tap)
        for (int64_t lane = 0; lane < lanes; ++lane)
          for (int64_t i = 0; i < inner; ++i)
            sums[static_cast<size_t>((block * lanes + lane) * taps + tap)] += *w++;
  return sums;
}

}  // namespace

std::vector<Range> output_classes(const ConvAxis& axis) {
  std::vector<Range> classes;
  Range taps;
  for (int64_t output = 0; output < axis.out; ++output) {
    const Range of_output = taps_in_data(axis, output);
    if (!classes.empty() && of_output == taps)
      ++classes.back().size;
    else
      classes.push_back({output, 1});
    taps = of_output;
  }
  return classes;
}

BorderClasses BorderClasses::of(const ConvGeometry& g) {
  return {output_classes(row_axis(g)), output_classes(column_axis(g))};
}

Tensor zero_point_vectors(const Tensor& weight, const ConvGeometry& g, int64_t zero,
                          int64_t channels) {
  const BorderClasses classes = BorderClasses::of(g);
  const int64_t taps = g.kh * g.kw;
  const std::vector<int64_t> sums = sums_by_tap(weight, taps);
  const int64_t has = std::min(channels, std::ssize(sums) / taps);
  Tensor vectors = Tensor::zeros(DType::I32, {classes.count(), channels});
  int32_t* out = vectors.mutable_data<int32_t>().data();
  for (const Range& row : classes.rows)
    for (const Range& column : classes.columns) {
      const Range ys = taps_in_data(row_axis(g), row.begin),
                  xs = taps_in_data(column_axis(g), column.begin);
      for (int64_t c = 0; c < has; ++c) {
        int64_t sum = 0;
        for (int64_t ky = ys.begin; ky < ys.end(); ++ky)
          for (int64_t kx = xs.begin; kx < xs.end(); ++kx)
            sum += sums[static_cast<size_t>(c * taps + ky * g.kw + kx)];
        out[c] = static_cast<int32_t>(-zero * sum);
      }
      out += channels;
    }
  return vectors;
}

}  // namespace vta
