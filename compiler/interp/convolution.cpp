// Convolution and dense layers, of quantized values too: those less their zero points fit int16.
//
// Both are dot products. Positions of the output (over all images of the batch) are taken a few at
// a time; the values under the kernel are gathered into a small contiguous buffer, in the order
// (channel, kernel row, kernel column) that weights have, and multiplied with every filter. Other
// layouts are brought to NCHW and OIHW first.
#include <algorithm>
#include <array>

#include "base/resource_policy.h"
#include "compiler/graph/layout.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

// ---- Layouts ------------------------------------------------------------------------------------
// Axes of `layout` in the order of `letters`, each inner block behind its axis.
Shape block_order(const Layout& layout, std::string_view letters) {
  Shape axes;
  for (char c : letters) {
    axes.push_back(layout.index(c));
    const int64_t inner = layout.index(static_cast<char>(c - 'A' + 'a'));
    if (inner >= 0)
      axes.push_back(inner);
  }
  return axes;
}

Tensor to_plain(const Tensor& tensor, const Layout& layout, std::string_view letters) {
  if (layout.text() == letters)
    return tensor;
  Shape plain;
  for (char c : letters)
    plain.push_back(layout.extent(tensor.shape(), c));
  return transposed(tensor, block_order(layout, letters)).reshaped(plain);
}

// The inverse; `shape` is the result's.
Tensor from_plain(const Tensor& plain, const Layout& layout, std::string_view letters,
                  const Shape& shape) {
  if (layout.text() == letters)
    return plain;
  const Shape order = block_order(layout, letters);
  Shape split, inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    split.push_back(shape[static_cast<size_t>(order[i])]);
    inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return transposed(plain.reshaped(split), inverse);
}

// ---- Geometry -----------------------------------------------------------------------------------
struct Geometry {
  int64_t n, c, ih, iw;    // data; c may exceed groups * ic by padding channels
  int64_t groups, ic, oc;  // ic, oc: per group
  int64_t out_c, oh, ow;   // result; out_c may exceed groups * oc by padding channels
  int64_t kh, kw;
  std::array<int64_t, 2> stride, dilation;
  std::array<int64_t, 4> pad;

  int64_t taps() const { return ic * kh * kw; }
  int64_t positions() const { return n * oh * ow; }
  // Index of channel 0 of an output position in an NCHW result; channels are oh * ow apart.
  int64_t output_index(int64_t position) const {
    const int64_t plane = oh * ow;
    return position / plane * out_c * plane + position % plane;
  }
};

// Where in the data one weight of a filter reads, relative to the window's first value.
struct Tap {
  int64_t offset, dy, dx;
};

std::vector<Tap> make_taps(const Geometry& g) {
  std::vector<Tap> taps;
  taps.reserve(static_cast<size_t>(g.taps()));
  for (int64_t c = 0; c < g.ic; ++c)
    for (int64_t ky = 0; ky < g.kh; ++ky)
      for (int64_t kx = 0; kx < g.kw; ++kx) {
        const int64_t dy = ky * g.dilation[0], dx = kx * g.dilation[1];
        taps.push_back({(c * g.ih + dy) * g.iw + dx, dy, dx});
      }
  return taps;
}

// Writes what each tap reads at one output position to out[0], out[step], ...; zero in the pads.
template <typename T, typename R>
void gather(const Geometry& g, std::span<const Tap> taps, const T* data, int64_t group,
            int64_t position, R* out, int64_t step) {
  const int64_t image = position / (g.oh * g.ow), in_plane = position % (g.oh * g.ow);
  const int64_t y0 = in_plane / g.ow * g.stride[0] - g.pad[0];
  const int64_t x0 = in_plane % g.ow * g.stride[1] - g.pad[1];
  const int64_t base = ((image * g.c + group * g.ic) * g.ih + y0) * g.iw + x0;
  const int64_t last_y = (g.kh - 1) * g.dilation[0], last_x = (g.kw - 1) * g.dilation[1];
  const bool inside = y0 >= 0 && y0 + last_y < g.ih && x0 >= 0 && x0 + last_x < g.iw;
  for (const Tap& tap : taps) {
    const int64_t y = y0 + tap.dy, x = x0 + tap.dx;
    const bool read = inside || (y >= 0 && y < g.ih && x >= 0 && x < g.iw);
    *out = read ? static_cast<R>(data[base + tap.offset]) : R{};
    out += step;
  }
}

// ---- float32 ------------------------------------------------------------------------------------
constexpr int64_t kPanel = 8;    // positions computed together
constexpr int64_t kFilters = 4;  // filters computed together
constexpr int64_t kPanels = 8;   // panels gathered before filters are applied

// acc[f][p] += filter f . position p, in the order of the taps. `filters` are `pitch` apart.
template <int64_t F>
void multiply_panel(const float* filters, int64_t pitch, const float* panel, int64_t taps,
                    float (&acc)[F][kPanel]) {
  float sum[F][kPanel] = {};
  for (int64_t k = 0; k < taps; ++k)
    for (int64_t f = 0; f < F; ++f) {
      const float w = filters[f * pitch + k];
      for (int64_t p = 0; p < kPanel; ++p)
        sum[f][p] += w * panel[k * kPanel + p];
    }
  std::copy(&sum[0][0], &sum[0][0] + F * kPanel, &acc[0][0]);
}

struct FloatTile {
  const Geometry& g;
  int64_t group, first, count;  // output positions
  const float* panels;
  const float* weight;
  float* out;
};

// Filters [o, o + F) of the group at every position of the tile.
template <int64_t F>
void apply_filters(const FloatTile& t, int64_t o) {
  const int64_t taps = t.g.taps(), plane = t.g.oh * t.g.ow, channel = t.group * t.g.oc + o;
  for (int64_t panel = 0; panel * kPanel < t.count; ++panel) {
    float acc[F][kPanel];
    multiply_panel<F>(t.weight + channel * taps, taps, t.panels + panel * taps * kPanel, taps, acc);
    for (int64_t p = 0; p < std::min(kPanel, t.count - panel * kPanel); ++p) {
      const int64_t at = t.g.output_index(t.first + panel * kPanel + p) + channel * plane;
      for (int64_t f = 0; f < F; ++f)
        t.out[at + f * plane] = acc[f][p];
    }
  }
}

void convolve_float(const Geometry& g, const float* data, const float* weight, float* out) {
  const std::vector<Tap> taps = make_taps(g);
  std::vector<float> panels(static_cast<size_t>(g.taps() * kPanel * kPanels));
  for (int64_t group = 0; group < g.groups; ++group)
    for (int64_t first = 0; first < g.positions(); first += kPanel * kPanels) {
      const int64_t count = std::min(kPanel * kPanels, g.positions() - first);
      for (int64_t i = 0; i < count; ++i)
        gather(g, taps, data, group, first + i,
               panels.data() + i / kPanel * g.taps() * kPanel + i % kPanel, kPanel);
      const FloatTile tile{g, group, first, count, panels.data(), weight, out};
      int64_t o = 0;
      for (; o + kFilters <= g.oc; o += kFilters)
        apply_filters<kFilters>(tile, o);
      for (; o < g.oc; ++o)
        apply_filters<1>(tile, o);
    }
}

// One row of data with every row of weights, eight at a time; partial sums keep long rows exact.
void dense_float(std::span<const float> x, const float* weight, std::span<float> out) {
  constexpr int64_t kRows = 8, kChunk = 256;
  const auto k_size = static_cast<int64_t>(x.size()), units = static_cast<int64_t>(out.size());
  for (int64_t o = 0; o < units; o += kRows) {
    const int64_t rows = std::min(kRows, units - o);
    const float* row[kRows];
    for (int64_t r = 0; r < kRows; ++r)
      row[r] = weight + (o + std::min(r, rows - 1)) * k_size;
    float total[kRows] = {};
    for (int64_t k0 = 0; k0 < k_size; k0 += kChunk) {
      float sum[kRows] = {};
      for (int64_t k = k0; k < std::min(k0 + kChunk, k_size); ++k)
        for (int64_t r = 0; r < kRows; ++r)
          sum[r] += row[r][k] * x[static_cast<size_t>(k)];
      for (int64_t r = 0; r < kRows; ++r)
        total[r] += sum[r];
    }
    std::copy(total, total + rows, out.begin() + o);
  }
}

// ---- int8 x int8 -> int32 -----------------------------------------------------------------------
// Products of values within +-255 are below 2^16 in magnitude: a chunk's sum cannot overflow, and
// the total wraps around as the accelerator's accumulator does.
int32_t dot(const int16_t* a, const int16_t* b, int64_t n) {
  constexpr int64_t kChunk = 16384;
  uint32_t total = 0;
  for (int64_t k0 = 0; k0 < n; k0 += kChunk) {
    const int64_t end = std::min(k0 + kChunk, n);
    int32_t sum = 0;
    for (int64_t k = k0; k < end; ++k)
      sum += a[k] * b[k];
    total += static_cast<uint32_t>(sum);
  }
  return static_cast<int32_t>(total);
}

std::vector<int16_t> widened(std::span<const int8_t> values) {
  return {values.begin(), values.end()};
}

// What is in the pads is 0.
template <typename T>
void convolve_integers(const Geometry& g, const T* data, const std::vector<int16_t>& filters,
                       int32_t* out) {
  constexpr int64_t kTile = 32;
  const std::vector<Tap> taps = make_taps(g);
  std::vector<int16_t> rows(static_cast<size_t>(g.taps() * kTile));
  const int64_t plane = g.oh * g.ow;
  for (int64_t group = 0; group < g.groups; ++group)
    for (int64_t first = 0; first < g.positions(); first += kTile) {
      const int64_t count = std::min(kTile, g.positions() - first);
      for (int64_t i = 0; i < count; ++i)
        gather(g, taps, data, group, first + i, rows.data() + i * g.taps(), 1);
      for (int64_t o = group * g.oc; o < (group + 1) * g.oc; ++o)
        for (int64_t i = 0; i < count; ++i)
          out[g.output_index(first + i) + o * plane] =
              dot(filters.data() + o * g.taps(), rows.data() + i * g.taps(), g.taps());
    }
}

// ---- quantized values: int8 or uint8, and the zero points that are taken off --------------------
int16_t byte_at(const Tensor& t, size_t i) {
  return t.dtype() == DType::I8 ? int16_t{t.data<int8_t>()[i]} : int16_t{t.data<uint8_t>()[i]};
}

std::vector<int16_t> less_zero_point(const Tensor& t, const Tensor& zero) {
  const std::vector<int64_t> places = broadcast_places(zero.shape(), t.shape());
  std::vector<int16_t> values(places.size());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int16_t>(byte_at(t, i) - byte_at(zero, static_cast<size_t>(places[i])));
  return values;
}

// ---- Operators ----------------------------------------------------------------------------------
// Which of the two kinds a call is: by operand and result types.
bool is_integer(const Call& call) {
  const DType data = call.in(0).dtype(), weight = call.in(1).dtype(), out = call.types[0].dtype;
  if (data == DType::F32 && weight == DType::F32 && out == DType::F32)
    return false;
  if (data == DType::I8 && weight == DType::I8 && out == DType::I32)
    return true;
  throw CompileError(fmt::format(
      "{} on {} and {} to {}: defined are float32 to float32 and int8 to out_dtype=\"int32\"",
      call.op, dtype_name(data), dtype_name(weight), dtype_name(out)));
}

Geometry geometry_of(const Call& call, const Shape& data, const Shape& kernel, const Shape& out) {
  Geometry g{};
  g.n = data[0], g.c = data[1], g.ih = data[2], g.iw = data[3];
  g.groups = call.attrs.get_int("groups", 1);
  g.oc = kernel[0] / g.groups, g.ic = kernel[1];
  g.kh = kernel[2], g.kw = kernel[3];
  g.out_c = out[1], g.oh = out[2], g.ow = out[3];
  g.stride = shapes::read_pair(call.attrs, "strides", 1, 1);
  g.dilation = shapes::read_pair(call.attrs, "dilation", 1, 1);
  g.pad = shapes::read_padding(call.attrs);
  return g;
}

std::vector<Tensor> conv2d(const Call& call) {
  const Layout layout(call.attrs.get_string("data_layout", "NCHW"));
  const Layout kernel_layout(call.attrs.get_string("kernel_layout", "OIHW"));
  const Tensor data = to_plain(call.in(0), layout, "NCHW");
  const Tensor kernel = to_plain(call.in(1), kernel_layout, "OIHW");
  Shape shape;
  for (char c : std::string_view("NCHW"))
    shape.push_back(layout.extent(call.types[0].shape, c));
  const Geometry g = geometry_of(call, data.shape(), kernel.shape(), shape);
  resources().require_bytes(
      g.taps() * (kPanel * kPanels * int64_t{sizeof(float)} + int64_t{sizeof(Tap)}),
      fmt::format("{}: filters of {} weights", call.op, g.taps()));
  Tensor out = Tensor::zeros(call.types[0].dtype, shape);
  if (call.inputs.size() > 2)  // the zero points of quantized values
    convolve_integers(g, less_zero_point(data, call.in(2)).data(),
                      less_zero_point(kernel, call.in(3)), out.mutable_data<int32_t>().data());
  else if (is_integer(call))
    convolve_integers(g, data.data<int8_t>().data(), widened(kernel.data<int8_t>()),
                      out.mutable_data<int32_t>().data());
  else
    convolve_float(g, data.data<float>().data(), kernel.data<float>().data(),
                   out.mutable_data<float>().data());
  return {from_plain(out, layout, "NCHW", call.types[0].shape)};
}

std::vector<Tensor> dense(const Call& call) {
  Tensor out = call.result();
  const auto k = static_cast<size_t>(call.in(1).shape()[1]);
  const auto units = static_cast<size_t>(call.in(1).shape()[0]);
  const size_t rows = static_cast<size_t>(call.in(0).size()) / k;
  if (!is_integer(call)) {
    for (size_t r = 0; r < rows; ++r)
      dense_float(call.in(0).data<float>().subspan(r * k, k), call.in(1).data<float>().data(),
                  out.mutable_data<float>().subspan(r * units, units));
    return {out};
  }
  const std::vector<int16_t> x = widened(call.in(0).data<int8_t>());
  const std::vector<int16_t> w = widened(call.in(1).data<int8_t>());
  auto y = out.mutable_data<int32_t>();
  for (size_t r = 0; r < rows; ++r)
    for (size_t o = 0; o < units; ++o)
      y[r * units + o] = dot(&x[r * k], &w[o * k], static_cast<int64_t>(k));
  return {out};
}

std::vector<Tensor> quantized_dense(const Call& call) {
  Tensor out = call.result();
  const auto k = static_cast<size_t>(call.in(1).shape()[1]);
  const auto units = static_cast<size_t>(call.in(1).shape()[0]);
  const std::vector<int16_t> x = less_zero_point(call.in(0), call.in(2));
  const std::vector<int16_t> w = less_zero_point(call.in(1), call.in(3));
  auto y = out.mutable_data<int32_t>();
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = dot(&x[i / units * k], &w[i % units * k], static_cast<int64_t>(k));
  return {out};
}

// Each row of a matrix with the columns of the other, turned so that they lie like a dense weight.
std::vector<Tensor> batch_matmul(const Call& call) {
  Tensor out = call.result();
  const Tensor b =
      call.attrs.get_bool("transpose_b", false) ? call.in(1) : transposed(call.in(1), {0, 2, 1});
  const Shape &left = call.in(0).shape(), &right = b.shape();
  const auto rows = static_cast<size_t>(left[1]), depth = static_cast<size_t>(left[2]),
             columns = static_cast<size_t>(right[1]);
  for (size_t n = 0; n < static_cast<size_t>(out.shape()[0]); ++n) {
    const size_t a_first = left[0] == 1 ? 0 : n * rows * depth;
    const float* weight = b.data<float>().data() + (right[0] == 1 ? 0 : n * columns * depth);
    for (size_t r = 0; r < rows; ++r)
      dense_float(call.in(0).data<float>().subspan(a_first + r * depth, depth), weight,
                  out.mutable_data<float>().subspan((n * rows + r) * columns, columns));
  }
  return {out};
}

constexpr Evaluator kConvolutionOps[] = {
    {"nn.conv2d", conv2d},
    {"nn.dense", dense},
    {"nn.batch_matmul", batch_matmul},
    {"qnn.conv2d", conv2d},
    {"qnn.dense", quantized_dense},
};

}  // namespace

std::span<const Evaluator> convolution_evaluators() {
  return kConvolutionOps;
}

}  // namespace vta::interp
