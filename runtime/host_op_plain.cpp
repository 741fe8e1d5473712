// The operators of host_op_float.h in loops of our own: no library, no threads, and the same bits
// on every machine (sums in one order, and no multiplication is fused with an addition:
// -ffp-contract=off).
//
// A convolution and a product are one thing: out[m][p] = sum over k of a[m][k] * b(k, p). b is
// gathered a block of kDepth x kColumns at a time, in panels of kLanes columns, so that the
// innermost loop has its lanes side by side and a block of rows x lanes of sums in registers.
//
//   b, gathered:  | k0: p0..p7 | k1: p0..p7 | ...   panel 0, then p8..p15, ...
#include <algorithm>
#include <limits>
#include <vector>

#include "runtime/host_op_float.h"

namespace vta::host {
namespace {

constexpr int64_t kLanes = 8;
constexpr int64_t kRows = 4;
constexpr int64_t kColumns = 64;  // of a block, a multiple of kLanes
constexpr int64_t kDepth = 256;   // 64 KiB with the columns

// Rows x kLanes sums over `depth`, added to what is in `out`, of which `lanes` columns are written.
template <int64_t Rows>
void sum_block(const float* a, int64_t a_row, const float* panel, int64_t depth, float* out,
               int64_t out_row, int64_t lanes) {
  float sums[Rows][kLanes];
  for (int64_t m = 0; m < Rows; ++m)
    for (int64_t p = 0; p < kLanes; ++p)
      sums[m][p] = p < lanes ? out[m * out_row + p] : 0.0F;
  for (int64_t k = 0; k < depth; ++k)
    for (int64_t m = 0; m < Rows; ++m)
      for (int64_t p = 0; p < kLanes; ++p)
        sums[m][p] += a[m * a_row + k] * panel[k * kLanes + p];
  for (int64_t m = 0; m < Rows; ++m)
    for (int64_t p = 0; p < lanes; ++p)
      out[m * out_row + p] = sums[m][p];
}

// out[rows][columns] = a[rows][depth] * b, of which gather(k, depth, p, columns, panels) fetches a
// block.
template <typename Gather>
void product(const float* a, int64_t rows, int64_t depth, int64_t columns, const Gather& gather,
             float* out) {
  std::vector<float> panels(static_cast<size_t>(kDepth * kColumns));
  std::fill(out, out + rows * columns, 0.0F);
  for (int64_t p = 0; p < columns; p += kColumns)
    for (int64_t k = 0; k < depth; k += kDepth) {
      const int64_t wide = std::min(kColumns, columns - p), deep = std::min(kDepth, depth - k);
      gather(k, deep, p, wide, panels.data());
      for (int64_t q = 0; q < wide; q += kLanes) {
        const float* panel = panels.data() + q * deep;
        const int64_t lanes = std::min(kLanes, wide - q);
        int64_t m = 0;
        for (; m + kRows <= rows; m += kRows)
          sum_block<kRows>(a + m * depth + k, depth, panel, deep, out + m * columns + p + q,
                           columns, lanes);
        for (; m < rows; ++m)
          sum_block<1>(a + m * depth + k, depth, panel, deep, out + m * columns + p + q, columns,
                       lanes);
      }
    }
}

// Of a block of `depth` rows: where column p of its first row is; the next row is kLanes further.
float* place(float* panels, int64_t depth, int64_t p) {
  return panels + p / kLanes * depth * kLanes + p % kLanes;
}

// The windows of one group of one image: row k is an input channel and a place in the kernel,
// column p an output place. Padding is zeros.
class Windows {
 public:
  Windows(const ConvShape& shape, const float* data) : s_(shape), data_(data) {}

  void operator()(int64_t k, int64_t depth, int64_t p, int64_t columns, float* panels) const {
    for (int64_t row = 0; row < depth; ++row)
      gather_row(k + row, p, columns, panels + row * kLanes, depth);
  }

 private:
  void gather_row(int64_t k, int64_t p, int64_t columns, float* panels, int64_t depth) const {
    const float* plane = data_ + k / (s_.kh * s_.kw) * s_.ih * s_.iw;
    const int64_t dy = k / s_.kw % s_.kh * s_.dilation[0] - s_.pad[0];
    const int64_t dx = k % s_.kw * s_.dilation[1] - s_.pad[1];
    int64_t y = p / s_.ow, x = p % s_.ow;
    for (int64_t c = 0; c < columns; ++y, x = 0) {
      const int64_t iy = y * s_.stride[0] + dy;
      const bool in_height = iy >= 0 && iy < s_.ih;
      for (; x < s_.ow && c < columns; ++x, ++c) {
        const int64_t ix = x * s_.stride[1] + dx;
        const bool inside = in_height && ix >= 0 && ix < s_.iw;
        *place(panels, depth, c) = inside ? plane[iy * s_.iw + ix] : 0.0F;
      }
    }
  }

  const ConvShape& s_;
  const float* data_;
};

void conv(const ConvShape& s, const float* data, const float* weight, float* out) {
  const int64_t depth = s.ic / s.groups * s.kh * s.kw, rows = s.oc / s.groups;
  const int64_t in_group = s.ic / s.groups * s.ih * s.iw, out_group = rows * s.oh * s.ow;
  for (int64_t n = 0; n < s.n; ++n)
    for (int64_t g = 0; g < s.groups; ++g) {
      const int64_t at = n * s.groups + g;
      product(weight + g * rows * depth, rows, depth, s.oh * s.ow, Windows(s, data + at * in_group),
              out + at * out_group);
    }
}

// Rows against one row of weights, in kLanes partial sums each.
template <int64_t Rows>
void dots(const float* data, const float* weight, int64_t depth, float* out, int64_t out_row) {
  float sums[Rows][kLanes] = {};
  int64_t k = 0;
  for (; k + kLanes <= depth; k += kLanes)
    for (int64_t m = 0; m < Rows; ++m)
      for (int64_t p = 0; p < kLanes; ++p)
        sums[m][p] += data[m * depth + k + p] * weight[k + p];
  for (int64_t m = 0; m < Rows; ++m) {
    float sum = 0;
    for (const float part : sums[m])
      sum += part;
    for (int64_t rest = k; rest < depth; ++rest)
      sum += data[m * depth + rest] * weight[rest];
    out[m * out_row] = sum;
  }
}

// Nothing is gathered: for few rows that would cost more than the product.
void dense(const DenseShape& s, const float* data, const float* weight, float* out) {
  int64_t m = 0;
  for (; m + kRows <= s.rows; m += kRows)
    for (int64_t u = 0; u < s.units; ++u)
      dots<kRows>(data + m * s.depth, weight + u * s.depth, s.depth, out + m * s.units + u,
                  s.units);
  for (; m < s.rows; ++m)
    for (int64_t u = 0; u < s.units; ++u)
      dots<1>(data + m * s.depth, weight + u * s.depth, s.depth, out + m * s.units + u, s.units);
}

void matmul(const MatmulShape& s, const float* a, const float* b, float* out) {
  const int64_t row = s.b_turned ? 1 : s.columns, column = s.b_turned ? s.depth : 1;
  for (int64_t n = 0; n < std::max(s.a_batch, s.b_batch); ++n) {
    const float* b_n = b + (s.b_batch == 1 ? 0 : n) * s.depth * s.columns;
    const auto gather = [&](int64_t k, int64_t depth, int64_t p, int64_t columns, float* panels) {
      for (int64_t r = 0; r < depth; ++r)
        for (int64_t c = 0; c < columns; ++c)
          *place(panels + r * kLanes, depth, c) = b_n[(k + r) * row + (p + c) * column];
    };
    product(a + (s.a_batch == 1 ? 0 : n) * s.rows * s.depth, s.rows, s.depth, s.columns, gather,
            out + n * s.rows * s.columns);
  }
}

// The outputs whose window has its element `tap` on the data.
struct Range {
  int64_t first = 0, end = 0;
};
Range on_data(const PoolShape& s, size_t axis, int64_t tap) {
  const int64_t extent = axis == 0 ? s.ih : s.iw, count = axis == 0 ? s.oh : s.ow;
  const int64_t offset = tap * s.dilation[axis] - s.pad[axis], stride = s.stride[axis];
  const int64_t first = offset >= 0 ? 0 : (-offset + stride - 1) / stride;
  const int64_t end = offset >= extent ? 0 : (extent - offset + stride - 1) / stride;
  return {std::min(first, count), std::min(end, count)};
}

// Row by row of the outputs: `take` gets a value of the row and the element that a tap has there.
template <typename Value, typename Take>
void pool_row(const PoolShape& s, const float* plane, int64_t y, std::vector<Value>& row,
              const Take& take) {
  for (int64_t ky = 0; ky < s.kernel[0]; ++ky) {
    const int64_t iy = y * s.stride[0] + ky * s.dilation[0] - s.pad[0];
    if (iy < 0 || iy >= s.ih)
      continue;
    for (int64_t kx = 0; kx < s.kernel[1]; ++kx) {
      const Range xs = on_data(s, 1, kx);
      const int64_t from = iy * s.iw + kx * s.dilation[1] - s.pad[1];
      for (int64_t x = xs.first; x < xs.end; ++x)
        take(row[static_cast<size_t>(x)], plane[from + x * s.stride[1]]);
    }
  }
}

void max_pool(const PoolShape& s, const float* in, float* out) {
  std::vector<float> row(static_cast<size_t>(s.ow));
  for (int64_t at = 0; at < s.planes * s.oh; ++at, out += s.ow) {
    std::ranges::fill(row, std::numeric_limits<float>::lowest());
    pool_row(s, in + at / s.oh * s.ih * s.iw, at % s.oh, row,
             [](float& most, float value) { most = value > most ? value : most; });
    std::ranges::copy(row, out);
  }
}

// How many elements of each output's window along an axis lie on the data.
std::vector<int64_t> counts(const PoolShape& s, size_t axis) {
  std::vector<int64_t> count(static_cast<size_t>(axis == 0 ? s.oh : s.ow));
  for (int64_t tap = 0; tap < s.kernel[axis]; ++tap) {
    const Range on = on_data(s, axis, tap);
    for (int64_t i = on.first; i < on.end; ++i)
      ++count[static_cast<size_t>(i)];
  }
  return count;
}

void mean_pool(const PoolShape& s, bool with_padding, const float* in, float* out) {
  std::vector<double> row(static_cast<size_t>(s.ow));
  const std::vector<int64_t> heights = counts(s, 0), widths = counts(s, 1);
  for (int64_t at = 0; at < s.planes * s.oh; ++at, out += s.ow) {
    std::ranges::fill(row, 0.0);
    pool_row(s, in + at / s.oh * s.ih * s.iw, at % s.oh, row,
             [](double& sum, float value) { sum += static_cast<double>(value); });
    for (size_t x = 0; x < row.size(); ++x) {
      const int64_t count = with_padding ? s.kernel[0] * s.kernel[1]
                                         : heights[static_cast<size_t>(at % s.oh)] * widths[x];
      out[x] = static_cast<float>(row[x] / static_cast<double>(count));
    }
  }
}

void pool(PoolKind kind, const PoolShape& s, const float* in, float* out) {
  if (kind == PoolKind::Max)
    max_pool(s, in, out);
  else
    mean_pool(s, kind == PoolKind::MeanWithPadding, in, out);
}

constexpr FloatKernels kPlain = {"plain", conv, dense, matmul, pool};

}  // namespace

const FloatKernels& plain_kernels() {
  return kPlain;
}

}  // namespace vta::host
