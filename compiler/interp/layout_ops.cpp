// Operators that move values without computing: reshape, transpose, pad, concatenate, slices.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

std::vector<Tensor> reshaped(const Call& call) {
  return {call.in(0).reshaped(call.types[0].shape)};
}

std::vector<Tensor> transpose(const Call& call) {
  const int64_t rank = call.in(0).rank();
  Shape axes;
  for (int64_t i = rank - 1; i >= 0; --i)
    axes.push_back(i);
  axes = shapes::read_ints(call.attrs, "axes", axes);
  for (int64_t& axis : axes)
    axis = static_cast<int64_t>(axis_of(axis, rank));
  return {transposed(call.in(0), axes)};
}

// Copies elements of `bytes` bytes: result element `index` comes from `source(index)`, an index
// into the operand per axis.
template <typename Source>
Tensor copied(const Tensor& in, const TensorType& type, Source source) {
  Tensor out = Tensor::zeros(type.dtype, type.shape);
  const Shape strides = strides_of(in.shape());
  const auto bytes = static_cast<size_t>(dtype_bytes(in.dtype()));
  const std::byte* from = in.bytes().data();
  std::byte* to = out.mutable_bytes().data();
  Shape index(type.shape.size(), 0);
  for (int64_t n = out.size(); n > 0; --n, to += bytes) {
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d)
      at += source(d, index[d]) * strides[d];
    std::memcpy(to, from + static_cast<size_t>(at) * bytes, bytes);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < type.shape[d])
        break;
      index[d] = 0;
    }
  }
  return out;
}

std::vector<Tensor> broadcast_to(const Call& call) {
  Shape shape = call.in(0).shape();
  shape.insert(shape.begin(), call.types[0].shape.size() - shape.size(), 1);
  if (shape == call.types[0].shape)
    return {call.in(0).reshaped(shape)};
  return {copied(call.in(0).reshaped(shape), call.types[0],
                 [&](size_t d, int64_t i) { return shape[d] == 1 ? 0 : i; })};
}

std::vector<Tensor> strided_slice(const Call& call) {
  const IntList begin = shapes::read_ints(call.attrs, "begin", {});
  const IntList strides = shapes::read_ints(call.attrs, "strides", {1});
  const Shape& shape = call.in(0).shape();
  IntList axes;
  for (size_t i = 0; i < begin.size(); ++i)
    axes.push_back(static_cast<int64_t>(i));
  axes = shapes::read_ints(call.attrs, "axes", axes);
  Shape first(shape.size(), 0), step(shape.size(), 1);
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t d = axis_of(axes[i], call.in(0).rank());
    step[d] = strides.size() == 1 ? strides[0] : strides[i];
    const int64_t low = step[d] > 0 ? 0 : -1;
    first[d] =
        std::clamp<int64_t>(begin[i] < 0 ? begin[i] + shape[d] : begin[i], low, shape[d] + low);
  }
  return {copied(call.in(0), call.types[0],
                 [&](size_t d, int64_t i) { return first[d] + i * step[d]; })};
}

// Copies `in`, seen as [outer][run], to runs that are `pitch` bytes apart in `out`.
void copy_runs(std::span<const std::byte> in, size_t run, std::byte* out, size_t pitch) {
  for (size_t at = 0; at < in.size(); at += run, out += pitch)
    std::memcpy(out, in.data() + at, run);
}

size_t run_bytes(const TensorType& type, size_t axis) {
  const AxisSplit s = split_at(type.shape, axis);
  return static_cast<size_t>(s.extent * s.inner * dtype_bytes(type.dtype));
}

std::vector<Tensor> concatenate(const Call& call) {
  Tensor out = call.result();
  const size_t axis = axis_of(call.attrs.get_int("axis", 0), out.rank());
  const size_t pitch = run_bytes(call.types[0], axis);
  std::byte* to = out.mutable_bytes().data();
  for (const Tensor& t : call.inputs) {
    const size_t run = run_bytes({t.shape(), t.dtype()}, axis);
    copy_runs(t.bytes(), run, to, pitch);
    to += run;
  }
  return {out};
}

std::vector<Tensor> split(const Call& call) {
  const Tensor& in = call.in(0);
  const size_t axis = axis_of(call.attrs.get_int("axis", 0), in.rank());
  const size_t pitch = run_bytes({in.shape(), in.dtype()}, axis);
  std::vector<Tensor> parts;
  size_t first = 0;
  for (size_t p = 0; p < call.types.size(); ++p) {
    Tensor part = call.result(p);
    const size_t run = run_bytes(call.types[p], axis);
    for (size_t o = 0; o * pitch < in.bytes().size(); ++o)
      std::memcpy(part.mutable_bytes().data() + o * run, in.bytes().data() + o * pitch + first,
                  run);
    first += run;
    parts.push_back(part);
  }
  return parts;
}

// Where a padded index reads: "edge" repeats the border, "reflect" mirrors without repeating it,
// "wrap" begins again at the other end.
int64_t padded_source(int64_t i, int64_t extent, const std::string& mode) {
  if (mode == "wrap")
    return (i % extent + extent) % extent;
  if (mode != "reflect")
    return std::clamp<int64_t>(i, 0, extent - 1);
  const int64_t period = std::max<int64_t>(1, 2 * (extent - 1));
  const int64_t phase = (i % period + period) % period;
  return phase < extent ? phase : period - phase;
}

// Towards zero and within the type's range, as casts are; NaN becomes 0.
template <typename T>
T saturated(double number) {
  if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (!(number > static_cast<double>(Limits::min())))
      return std::isnan(number) ? T{} : Limits::min();
    if (number >= static_cast<double>(Limits::max()))
      return Limits::max();
  }
  return static_cast<T>(number);
}

// The value as bytes of the data's type, from the second operand or the attribute.
Tensor pad_value(const Call& call) {
  const DType dtype = call.in(0).dtype();
  Tensor value = Tensor::zeros(dtype, {});
  double number = call.attrs.get_double("pad_value", 0.0);
  if (call.inputs.size() > 1)
    with_type(call.in(1).dtype(),
              [&]<typename T>() { number = static_cast<double>(call.in(1).data<T>()[0]); });
  with_type(dtype, [&]<typename T>() { value.mutable_data<T>()[0] = saturated<T>(number); });
  return value;
}

std::vector<Tensor> pad(const Call& call) {
  const std::vector<IntList> width = call.attrs.get_int_lists("pad_width");
  const std::string mode = call.attrs.get_string("pad_mode", "constant");
  const Shape& shape = call.in(0).shape();
  Tensor out = copied(call.in(0), call.types[0], [&](size_t d, int64_t i) {
    return padded_source(i - width[d][0], shape[d], mode);
  });
  if (mode != "constant")
    return {out};
  const Tensor value = pad_value(call);
  const auto bytes = value.bytes().size();
  Shape index(shape.size(), 0);
  std::byte* to = out.mutable_bytes().data();
  for (int64_t n = out.size(); n > 0; --n, to += bytes) {
    bool outside = false;
    for (size_t d = 0; d < shape.size(); ++d)
      outside |= index[d] < width[d][0] || index[d] >= width[d][0] + shape[d];
    if (outside)
      std::memcpy(to, value.bytes().data(), bytes);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < out.shape()[d])
        break;
      index[d] = 0;
    }
  }
  return {out};
}

// Each element of the result from its own index.
template <typename T>
void gather_windows(const Call& call, Tensor& out) {
  const auto kernel = shapes::read_pair(call.attrs, "kernel_size", 1, 1);
  const auto stride = shapes::read_pair(call.attrs, "strides", 1, 1);
  const auto dilation = shapes::read_pair(call.attrs, "dilation", 1, 1);
  const auto pad = shapes::read_padding(call.attrs);
  const Shape& from = call.in(0).shape();
  const Shape& to = out.shape();
  const auto x = call.in(0).data<T>();
  auto y = out.mutable_data<T>();
  std::ranges::fill(y, saturated<T>(call.attrs.get_double("pad_value", 0.0)));
  for (int64_t i = 0; i < out.size(); ++i) {
    const int64_t ox = i % to[3], oy = i / to[3] % to[2], channel = i / (to[3] * to[2]) % to[1];
    const int64_t kx = channel % kernel[1], ky = channel / kernel[1] % kernel[0];
    const int64_t iy = oy * stride[0] + ky * dilation[0] - pad[0];
    const int64_t ix = ox * stride[1] + kx * dilation[1] - pad[1];
    if (iy < 0 || iy >= from[2] || ix < 0 || ix >= from[3])
      continue;
    const int64_t plane = i / (to[3] * to[2] * to[1]) * from[1] + channel / (kernel[0] * kernel[1]);
    y[static_cast<size_t>(i)] = x[static_cast<size_t>((plane * from[2] + iy) * from[3] + ix)];
  }
}

std::vector<Tensor> im2col(const Call& call) {
  Tensor out = call.result();
  with_type(out.dtype(), [&]<typename T>() { gather_windows<T>(call, out); });
  return {out};
}

constexpr Evaluator kLayoutOps[] = {
    {"reshape", reshaped},
    {"nn.batch_flatten", reshaped},
    {"squeeze", reshaped},
    {"expand_dims", reshaped},
    {"transpose", transpose},
    {"broadcast_to", broadcast_to},
    {"concatenate", concatenate},
    {"split", split},
    {"nn.pad", pad},
    {"strided_slice", strided_slice},
    {"nn.im2col", im2col},
};

}  // namespace

std::span<const Evaluator> layout_evaluators() {
  return kLayoutOps;
}

}  // namespace vta::interp
