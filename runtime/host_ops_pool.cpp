// Pooling over [outer][height][width][inner]: NCHW has inner 1, NHWC the channels, and packed
// NCHW{n}n{c}c tensors the whole block, so that one routine serves every layout and type.
// float32 NCHW goes to the kernels of host_op_float.h, other than windows that hang over
// (ceil_mode) or exceed the data, and maxima of data with NaN or infinities.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/round.h"
#include "runtime/host_op_float.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

struct Plane {
  int64_t outer = 1, h = 1, w = 1, inner = 1;
  size_t h_axis = 2, w_axis = 3;
};

// Layout NCHW, or none, on a tensor of higher rank means axes 2 and 3.
Plane plane_of(const Tensor& in, const Attrs& attrs) {
  const std::string layout = attrs.get_string("layout", "NCHW");
  const size_t h = layout.find('H');
  const bool known = h != std::string::npos && h + 1 < layout.size() && layout[h + 1] == 'W';
  if (!known || in.rank() < static_cast<int64_t>(h) + 2)
    fail("layout '{}' of {} must have H followed by W", layout, tensor_text(in));
  Plane p;
  p.h_axis = h;
  p.w_axis = h + 1;
  p.h = in.shape()[h];
  p.w = in.shape()[h + 1];
  for (size_t i = 0; i < in.shape().size(); ++i)
    if (i < h || i > h + 1)
      (i < h ? p.outer : p.inner) *= in.shape()[i];
  return p;
}

struct Geometry {
  std::array<int64_t, 2> kernel, stride, dilation;
  std::array<int64_t, 4> pad;
  int64_t oh = 0, ow = 0;
};

Geometry geometry_of(const Plane& p, const Attrs& attrs) {
  if (attrs.find("pool_size") == nullptr)
    fail("attribute pool_size is missing");
  Geometry g{pair_of(attrs, "pool_size", 1), pair_of(attrs, "strides", 1),
             pair_of(attrs, "dilation", 1), padding_of(attrs)};
  const auto too_wide = [&](size_t side, size_t axis) {
    return g.pad[side] >= (g.kernel[axis] - 1) * g.dilation[axis] + 1;
  };
  if (too_wide(0, 0) || too_wide(2, 0) || too_wide(1, 1) || too_wide(3, 1))
    fail("padding [{}] must be smaller than the window [{}]", fmt::join(g.pad, ", "),
         fmt::join(g.kernel, ", "));
  const bool ceil = attrs.get_bool("ceil_mode", false);
  g.oh = window_count({p.h, g.pad[0], g.pad[2], g.kernel[0], g.stride[0], g.dilation[0]}, ceil);
  g.ow = window_count({p.w, g.pad[1], g.pad[3], g.kernel[1], g.stride[1], g.dilation[1]}, ceil);
  return g;
}

// Indices of the window elements that lie inside [0, extent).
struct Inside {
  int64_t first = 0, count = 0;
};

Inside inside(int64_t start, int64_t size, int64_t dilation, int64_t extent) {
  const int64_t skip = start < 0 ? ceil_div(-start, dilation) : 0;
  const int64_t end = start >= extent ? 0 : ceil_div(extent - start, dilation);
  return {skip, std::max<int64_t>(0, std::min(size, end) - skip)};
}

// How many elements of a window lie in the padded input: what an average divides by when padding
// counts. A window that hangs over the padded end (ceil_mode) has fewer than its size.
int64_t padded_count(int64_t start, int64_t size, int64_t dilation, int64_t extent, int64_t after) {
  return inside(start, size, dilation, extent + after).count +
         inside(start, size, dilation, extent + after).first;
}

template <typename T>
struct Window2d {
  const T* base;
  Inside y, x;
  int64_t row = 0, col = 0;
};

template <typename T>
void max_of(const Window2d<T>& w, int64_t inner, T* out) {
  using Limits = std::numeric_limits<T>;
  std::fill(out, out + inner, Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
  for (int64_t y = 0; y < w.y.count; ++y)
    for (int64_t x = 0; x < w.x.count; ++x) {
      const T* in = w.base + y * w.row + x * w.col;
      for (int64_t i = 0; i < inner; ++i)
        out[i] = larger(out[i], in[i]);
    }
}

template <typename T>
void sum_of(const Window2d<T>& w, int64_t inner, T* out) {
  std::fill(out, out + inner, T{});
  for (int64_t y = 0; y < w.y.count; ++y)
    for (int64_t x = 0; x < w.x.count; ++x)
      for (int64_t i = 0; i < inner; ++i)
        out[i] = wrapping_add(out[i], w.base[y * w.row + x * w.col + i]);
}

// Integers: the sum wraps at 32 bits (int64: 64), the division truncates.
template <typename T>
void mean_of(const Window2d<T>& w, int64_t inner, int64_t count, T* out) {
  using Sum = std::conditional_t<std::is_integral_v<T>,
                                 std::conditional_t<sizeof(T) == 8, int64_t, int32_t>, double>;
  for (int64_t i = 0; i < inner; ++i) {
    Sum sum = 0;
    for (int64_t y = 0; y < w.y.count; ++y)
      for (int64_t x = 0; x < w.x.count; ++x)
        sum = wrapping_add(sum, static_cast<Sum>(w.base[y * w.row + x * w.col + i]));
    if constexpr (std::is_integral_v<T>)
      out[i] = static_cast<T>(sum / count);
    else
      out[i] = static_cast<T>(sum / static_cast<double>(count));
  }
}

enum class Kind : uint8_t { Max, Mean, MeanWithPadding, Sum };

template <typename T>
void pool_planes(const Tensor& in, const Plane& p, const Geometry& g, Kind kind, Tensor& out) {
  T* to = out.mutable_data<T>().data();
  const int64_t row = p.w * p.inner;
  for (int64_t o = 0; o < p.outer; ++o) {
    const T* plane = in.data<T>().data() + o * p.h * row;
    for (int64_t y = 0; y < g.oh; ++y) {
      const int64_t y0 = y * g.stride[0] - g.pad[0];
      const Inside ys = inside(y0, g.kernel[0], g.dilation[0], p.h);
      for (int64_t x = 0; x < g.ow; ++x, to += p.inner) {
        const int64_t x0 = x * g.stride[1] - g.pad[1];
        const Inside xs = inside(x0, g.kernel[1], g.dilation[1], p.w);
        const T* base = plane + (y0 + ys.first * g.dilation[0]) * row +
                        (x0 + xs.first * g.dilation[1]) * p.inner;
        const Window2d<T> window{base, ys, xs, g.dilation[0] * row, g.dilation[1] * p.inner};
        if (kind == Kind::Max) {
          max_of(window, p.inner, to);
          continue;
        }
        if (kind == Kind::Sum) {
          sum_of(window, p.inner, to);
          continue;
        }
        const int64_t count = kind == Kind::Mean
                                  ? std::max<int64_t>(1, ys.count * xs.count)
                                  : padded_count(y0, g.kernel[0], g.dilation[0], p.h, g.pad[2]) *
                                        padded_count(x0, g.kernel[1], g.dilation[1], p.w, g.pad[3]);
        mean_of(window, p.inner, count, to);
      }
    }
  }
}

bool hangs_over(const Plane& p, const Geometry& g) {
  const auto over = [&](size_t axis, int64_t extent, int64_t count) {
    return (count - 1) * g.stride[axis] + (g.kernel[axis] - 1) * g.dilation[axis] + 1 >
           extent + g.pad[axis] + g.pad[axis + 2];
  };
  return over(0, p.h, g.oh) || over(1, p.w, g.ow);
}

// A window larger than the data: they would walk all of it, where only what lies on the data
// counts.
bool exceeds_data(const Plane& p, const Geometry& g) {
  return (g.kernel[0] - 1) * g.dilation[0] >= p.h || (g.kernel[1] - 1) * g.dilation[1] >= p.w;
}

// Of NaN and infinities libraries' maxima make what they like.
bool has_plain_maxima(const Tensor& in) {
  const auto values = in.data<float>();
  bool finite = true;
  for (const float x : values)
    finite &= std::fabs(x) <= std::numeric_limits<float>::max();
  return finite;
}

// Whether the kernels of host_op_float.h can have it.
bool is_for_kernels(const Tensor& in, const Plane& p, const Geometry& g, Kind kind) {
  return in.dtype() == DType::F32 && kind != Kind::Sum && p.inner == 1 && !hangs_over(p, g) &&
         !exceeds_data(p, g) && (kind != Kind::Max || has_plain_maxima(in));
}

Results pool(const Tensor& in, const Plane& p, const Geometry& g, Kind kind) {
  Shape shape = in.shape();
  shape[p.h_axis] = g.oh;
  shape[p.w_axis] = g.ow;
  Tensor out = Tensor::zeros(in.dtype(), shape);
  if (out.size() == 0)
    return {out};
  if (is_for_kernels(in, p, g, kind)) {
    const PoolKind kinds[] = {PoolKind::Max, PoolKind::Mean, PoolKind::MeanWithPadding};
    float_kernels().pool(kinds[static_cast<size_t>(kind)],
                         {p.outer, p.h, p.w, g.oh, g.ow, g.kernel, g.stride, g.dilation, g.pad},
                         in.data<float>().data(), out.mutable_data<float>().data());
    return {out};
  }
  with_type(in.dtype(), [&](auto zero) { pool_planes<decltype(zero)>(in, p, g, kind, out); });
  return {out};
}

Results max_pool(Operands in, const Attrs& attrs) {
  const Plane p = plane_of(in[0], attrs);
  return pool(in[0], p, geometry_of(p, attrs), Kind::Max);
}

Results sum_pool(Operands in, const Attrs& attrs) {
  if (in[0].dtype() != DType::I32 && in[0].dtype() != DType::F32)
    fail("{} must be int32 or float32", tensor_text(in[0]));
  const Plane p = plane_of(in[0], attrs);
  return pool(in[0], p, geometry_of(p, attrs), Kind::Sum);
}

Results avg_pool(Operands in, const Attrs& attrs) {
  const Plane p = plane_of(in[0], attrs);
  const bool with_padding = attrs.get_bool("count_include_pad", false);
  return pool(in[0], p, geometry_of(p, attrs), with_padding ? Kind::MeanWithPadding : Kind::Mean);
}

Results global_pool(Operands in, const Attrs& attrs, Kind kind) {
  const Plane p = plane_of(in[0], attrs);
  if (p.h < 1 || p.w < 1)
    fail("{} has no elements to pool", tensor_text(in[0]));
  return pool(in[0], p, {{p.h, p.w}, {1, 1}, {1, 1}, {0, 0, 0, 0}, 1, 1}, kind);
}

Results global_avg_pool(Operands in, const Attrs& attrs) {
  return global_pool(in, attrs, Kind::Mean);
}

Results global_max_pool(Operands in, const Attrs& attrs) {
  return global_pool(in, attrs, Kind::Max);
}

constexpr HostOp kPoolOps[] = {
    {"nn.max_pool2d", max_pool},
    {"nn.avg_pool2d", avg_pool},
    {"nn.sum_pool2d", sum_pool},
    {"nn.global_avg_pool2d", global_avg_pool},
    {"nn.global_max_pool2d", global_max_pool},
};

}  // namespace

std::span<const HostOp> pool_ops() {
  return kPoolOps;
}

}  // namespace vta::host
