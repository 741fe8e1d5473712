// Windows over height and width. A tensor is seen as [outer][H][W][inner], which covers NCHW, NHWC
// and packed layouts alike.
#include <algorithm>
#include <limits>

#include "compiler/graph/layout.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

struct Planes {
  int64_t outer = 1, h = 1, w = 1, inner = 1;
};

Planes planes_of(const Shape& shape, const Attrs& attrs) {
  const Layout layout(attrs.get_string("layout", "NCHW"));
  const auto h_axis = static_cast<size_t>(layout.index('H'));
  if (layout.index('W') != layout.index('H') + 1)
    throw CompileError(
        fmt::format("layout '{}': W must follow H, as in NCHW or NHWC", layout.text()));
  Planes p;
  for (size_t i = 0; i < h_axis; ++i)
    p.outer *= shape[i];
  p.h = shape[h_axis], p.w = shape[h_axis + 1];
  for (size_t i = h_axis + 2; i < shape.size(); ++i)
    p.inner *= shape[i];
  return p;
}

// The part of a window along one axis: taps first, first + dilation, ... below end, all inside the
// data; `padded` counts those inside the data and its pads.
struct Span {
  int64_t first, end, padded;
};

struct WindowAxis {
  int64_t extent, kernel, stride, dilation, pad_before, pad_after;

  Span at(int64_t out) const {
    const int64_t begin = out * stride - pad_before;
    const int64_t limit = begin + (kernel - 1) * dilation + 1;
    const int64_t skipped = begin < 0 ? (-begin + dilation - 1) / dilation : 0;
    const int64_t padded_end = std::min(limit, extent + pad_after);
    return {begin + skipped * dilation, std::min(limit, extent),
            (padded_end - begin + dilation - 1) / dilation};
  }
};

struct Window {
  WindowAxis y, x;
  bool include_pad = false;

  Window(const Attrs& attrs, const Planes& in) {
    const auto kernel = shapes::read_pair(attrs, "pool_size", 1, 1);
    const auto stride = shapes::read_pair(attrs, "strides", 1, 1);
    const auto dilation = shapes::read_pair(attrs, "dilation", 1, 1);
    const auto pad = shapes::read_padding(attrs);
    y = {in.h, kernel[0], stride[0], dilation[0], pad[0], pad[2]};
    x = {in.w, kernel[1], stride[1], dilation[1], pad[1], pad[3]};
    include_pad = attrs.get_bool("count_include_pad", false);
  }
};

// Largest of the window; one inner row at a time.
struct Max {
  template <typename T>
  static T initial() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  template <typename T>
  static T combine(T a, T b) {
    return max_of(a, b);
  }
  template <typename T>
  static T finish(T value, int64_t) {
    return value;
  }
};

struct Sum {
  template <typename T>
  static T initial() {
    return T{};
  }
  template <typename T>
  static T combine(T a, T b) {
    return wrap_add(a, b);
  }
  template <typename T>
  static T finish(T value, int64_t) {
    return value;
  }
};

// Integers: the sum wraps, the quotient is towards zero.
struct Mean : Sum {
  template <typename T>
  static T finish(T value, int64_t count) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(value / std::max<int64_t>(count, 1));
    else
      return value / static_cast<T>(std::max<int64_t>(count, 1));
  }
};

template <typename T, typename Rule>
void pool_plane(const Window& window, const Planes& in, const Planes& out, const T* x, T* y) {
  for (int64_t oy = 0; oy < out.h; ++oy)
    for (int64_t ox = 0; ox < out.w; ++ox) {
      const Span ys = window.y.at(oy), xs = window.x.at(ox);
      T* cell = y + (oy * out.w + ox) * in.inner;
      std::fill(cell, cell + in.inner, Rule::template initial<T>());
      int64_t count = 0;
      for (int64_t iy = ys.first; iy < ys.end; iy += window.y.dilation)
        for (int64_t ix = xs.first; ix < xs.end; ix += window.x.dilation) {
          const T* from = x + (iy * in.w + ix) * in.inner;
          for (int64_t i = 0; i < in.inner; ++i)
            cell[i] = Rule::combine(cell[i], from[i]);
          ++count;
        }
      if (window.include_pad)
        count = ys.padded * xs.padded;
      for (int64_t i = 0; i < in.inner; ++i)
        cell[i] = Rule::finish(cell[i], count);
    }
}

// Sums of int8 values do not fit int8: they are formed in int32.
template <typename T, typename Rule>
using Accumulator = std::conditional_t<std::is_same_v<Rule, Mean> && (sizeof(T) < 4), int32_t, T>;

template <typename T, typename Rule>
void pool_planes(const Window& window, const Planes& in, const Planes& out, const Tensor& data,
                 Tensor& result) {
  using Acc = Accumulator<T, Rule>;
  const T* x = data.data<T>().data();
  T* y = result.mutable_data<T>().data();
  const int64_t in_plane = in.h * in.w * in.inner, out_plane = out.h * out.w * in.inner;
  std::vector<Acc> wide_in(static_cast<size_t>(in_plane)), wide_out(static_cast<size_t>(out_plane));
  for (int64_t o = 0; o < in.outer; ++o) {
    std::copy(x + o * in_plane, x + (o + 1) * in_plane, wide_in.begin());
    pool_plane<Acc, Rule>(window, in, out, wide_in.data(), wide_out.data());
    std::transform(wide_out.begin(), wide_out.end(), y + o * out_plane,
                   [](Acc v) { return static_cast<T>(v); });
  }
}

template <typename Rule>
std::vector<Tensor> pool(const Call& call, const Window& window) {
  Tensor result = call.result();
  const Planes in = planes_of(call.in(0).shape(), call.attrs);
  const Planes out = planes_of(result.shape(), call.attrs);
  with_type(result.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(DType::Bool);
    else
      pool_planes<T, Rule>(window, in, out, call.in(0), result);
  });
  return {result};
}

template <typename Rule>
std::vector<Tensor> pool2d(const Call& call) {
  return pool<Rule>(call, Window(call.attrs, planes_of(call.in(0).shape(), call.attrs)));
}

template <typename Rule>
std::vector<Tensor> global_pool2d(const Call& call) {
  const Planes in = planes_of(call.in(0).shape(), call.attrs);
  Window window(Attrs{}, in);
  window.y.kernel = in.h;
  window.x.kernel = in.w;
  return pool<Rule>(call, window);
}

constexpr Evaluator kPoolOps[] = {
    {"nn.max_pool2d", pool2d<Max>},
    {"nn.avg_pool2d", pool2d<Mean>},
    {"nn.sum_pool2d", pool2d<Sum>},
    {"nn.global_max_pool2d", global_pool2d<Max>},
    {"nn.global_avg_pool2d", global_pool2d<Mean>},
};

}  // namespace

std::span<const Evaluator> pool_evaluators() {
  return kPoolOps;
}

}  // namespace vta::interp
