// Values as ONNX quantizes them. Products run in the exact int8 routines: uint8 values and their
// zero points move by -128, which changes no difference of theirs, and with weights of zero point 0
//   sum((x - z) w) = sum(x w) - z sum(w), with z where pads are.
// Other weights are widened to int32.
#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/host_op_broadcast.h"
#include "runtime/host_op_int8.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// The same value in int32, whatever its type.
Tensor widened(const Tensor& t) {
  if (t.dtype() == DType::I32)
    return t;
  Tensor out = Tensor::zeros(DType::I32, t.shape());
  auto to = out.mutable_data<int32_t>().begin();
  if (t.dtype() == DType::I8)
    std::ranges::copy(t.data<int8_t>(), to);
  else
    std::ranges::copy(t.data<uint8_t>(), to);
  return out;
}

Tensor less(const Tensor& t, const Tensor& zero) {
  return apply_binary<int32_t>(widened(t), widened(zero), [](int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
  });
}

template <typename T>
Tensor to_bytes(const Tensor& steps, const Tensor& zero) {
  const Tensor wide = widened(zero);
  Tensor offset = Tensor::zeros(DType::F32, zero.shape());
  std::ranges::copy(wide.data<int32_t>(), offset.mutable_data<float>().begin());
  return apply_binary<float, T>(steps, offset, [](float x, float z) {
    using Limits = std::numeric_limits<T>;
    const float y = std::nearbyint(x) + z;  // half to even; exact, or far outside
    if (std::isnan(y))
      return static_cast<T>(z);
    return static_cast<T>(
        std::clamp(y, static_cast<float>(Limits::min()), static_cast<float>(Limits::max())));
  });
}

Results quantize(Operands in, const Attrs&) {
  Tensor data = in[0];
  if (data.dtype() == DType::I32) {
    data = Tensor::zeros(DType::F32, in[0].shape());
    std::ranges::transform(in[0].data<int32_t>(), data.mutable_data<float>().begin(),
                           [](int32_t x) { return static_cast<float>(x); });
  }
  const Tensor steps = apply_binary<float>(data, in[1], [](float x, float s) { return x / s; });
  return {in[2].dtype() == DType::I8 ? to_bytes<int8_t>(steps, in[2])
                                     : to_bytes<uint8_t>(steps, in[2])};
}

// An operand's value for every element of a result of this shape.
template <typename T>
class Spread {
 public:
  Spread(const Tensor& t, const Shape& shape) : values_(t.data<T>()) {
    if (t.size() == 1 || t.shape() == shape)
      return;
    const size_t missing = shape.size() - t.shape().size();
    Shape index(shape.size(), 0), strides(t.shape().size(), 1);
    for (size_t d = strides.size(); d-- > 1;)
      strides[d - 1] = strides[d] * t.shape()[d];
    places_.reserve(static_cast<size_t>(num_elements(shape)));
    for (int64_t i = 0; i < num_elements(shape); ++i) {
      int64_t place = 0;
      for (size_t d = 0; d < strides.size(); ++d)
        place += t.shape()[d] == 1 ? 0 : index[missing + d] * strides[d];
      places_.push_back(static_cast<size_t>(place));
      for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];)
        index[d] = 0;
    }
  }
  double operator[](size_t i) const {
    const size_t at = places_.empty() ? (values_.size() == 1 ? 0 : i) : places_[i];
    return static_cast<double>(values_[at]);
  }

 private:
  std::span<const T> values_;
  std::vector<size_t> places_;
};

template <typename T>
Tensor requantized(Operands in, const Shape& shape) {
  std::vector<double> sums(static_cast<size_t>(num_elements(shape)), 0.0);
  for (size_t term = 3; term < in.size(); term += 3) {
    const Spread<int32_t> steps(in[term], shape);
    const Spread<float> first(in[term + 1], shape), second(in[term + 2], shape);
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] += steps[i] * (first[i] * second[i]);
  }
  const Spread<T> zero(in[0], shape);
  const Spread<float> scale(in[1], shape);
  const Spread<int32_t> count(in[2], shape);
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  const auto to = out.mutable_data<T>();
  using Limits = std::numeric_limits<T>;
  for (size_t i = 0; i < sums.size(); ++i) {
    const double steps = std::nearbyint(sums[i] / (count[i] * scale[i]));  // half to even
    const double y = std::isnan(steps) ? zero[i] : steps + zero[i];
    to[i] = static_cast<T>(std::clamp<double>(y, Limits::min(), Limits::max()));
  }
  return out;
}

// Rounded once, and in double, where a tie is a tie.
Results requantize(Operands in, const Attrs&) {
  Shape shape;
  for (size_t term = 3; term < in.size(); term += 3)
    shape = broadcast_shape(shape, in[term].shape());
  return {in[0].dtype() == DType::I8 ? requantized<int8_t>(in, shape)
                                     : requantized<uint8_t>(in, shape)};
}

Results dequantize(Operands in, const Attrs&) {
  const Tensor steps = less(in[0], in[2]);
  Tensor real = Tensor::zeros(DType::F32, steps.shape());
  std::ranges::transform(steps.data<int32_t>(), real.mutable_data<float>().begin(),
                         [](int32_t x) { return static_cast<float>(x); });
  return {apply_binary<float>(real, in[1], [](float x, float s) { return x * s; })};
}

// uint8 as int8: 128 less.
Tensor as_int8(const Tensor& t) {
  if (t.dtype() == DType::I8)
    return t;
  Tensor out = Tensor::zeros(DType::I8, t.shape());
  std::ranges::transform(t.data<uint8_t>(), out.mutable_data<int8_t>().begin(),
                         [](uint8_t x) { return static_cast<int8_t>(x - 128); });
  return out;
}

// The value that all of them have.
std::optional<int8_t> only_value(const Tensor& zero) {
  const Tensor t = as_int8(zero);
  const auto values = t.data<int8_t>();
  const bool same = std::ranges::all_of(values, [&](int8_t v) { return v == values.front(); });
  return same ? std::optional(values.front()) : std::nullopt;
}

bool is_fast(Operands in) {
  return only_value(in[2]).has_value() && only_value(in[3]) == int8_t{0};
}

// ---- convolution
// The data with `zero` around it; the shape's pads are in it then.
Tensor with_pads(const Tensor& data, int8_t zero, ConvShape& s) {
  const int64_t h = s.ih + s.pad[0] + s.pad[2], w = s.iw + s.pad[1] + s.pad[3];
  Tensor out = Tensor::zeros(DType::I8, {s.n, s.ic, h, w});
  auto to = out.mutable_data<int8_t>();
  std::ranges::fill(to, zero);
  const auto from = data.data<int8_t>();
  for (int64_t plane = 0; plane < s.n * s.ic; ++plane)
    for (int64_t y = 0; y < s.ih; ++y)
      std::copy_n(from.begin() + (plane * s.ih + y) * s.iw, s.iw,
                  to.begin() + (plane * h + y + s.pad[0]) * w + s.pad[1]);
  s.ih = h;
  s.iw = w;
  s.pad = {0, 0, 0, 0};
  return out;
}

// Of rows of weights, their sums times the zero point are taken off every value that has `inner`
// of one row after the other.
void take_off(int8_t zero, const Tensor& weight, int64_t inner, std::span<int32_t> out) {
  if (zero == 0)
    return;
  const int64_t rows = weight.shape()[0], depth = weight.size() / rows;
  std::vector<uint32_t> share;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t sum = 0;
    for (const int8_t w :
         weight.data<int8_t>().subspan(static_cast<size_t>(r * depth), static_cast<size_t>(depth)))
      sum += w;
    share.push_back(static_cast<uint32_t>(sum * zero));
  }
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<int32_t>(static_cast<uint32_t>(out[i]) -
                                  share[i / static_cast<size_t>(inner) % share.size()]);
}

void conv_widened(const ConvShape& s, std::span<const int32_t> data,
                  std::span<const int32_t> weight, std::span<int32_t> out) {
  const int64_t per_group = s.oc / s.groups, channels = s.ic / s.groups;
  for (int64_t plane = 0; plane < s.n * s.oc; ++plane)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t ky = 0; ky < s.kh; ++ky)
        for (int64_t kx = 0; kx < s.kw; ++kx) {
          const int64_t o = plane % s.oc;
          const int64_t from = plane / s.oc * s.ic + o / per_group * channels + c;
          const auto tap = static_cast<uint32_t>(
              weight[static_cast<size_t>(((o * channels + c) * s.kh + ky) * s.kw + kx)]);
          for (int64_t oy = 0; oy < s.oh; ++oy) {
            const int64_t y = oy * s.stride[0] + ky * s.dilation[0] - s.pad[0];
            if (y < 0 || y >= s.ih)
              continue;
            for (int64_t ox = 0; ox < s.ow; ++ox) {
              const int64_t x = ox * s.stride[1] + kx * s.dilation[1] - s.pad[1];
              if (x < 0 || x >= s.iw)
                continue;
              int32_t& sum = out[static_cast<size_t>((plane * s.oh + oy) * s.ow + ox)];
              sum = static_cast<int32_t>(
                  static_cast<uint32_t>(sum) +
                  tap * static_cast<uint32_t>(
                            data[static_cast<size_t>((from * s.ih + y) * s.iw + x)]));
            }
          }
        }
}

Results quantized_conv2d(Operands in, const Attrs& attrs) {
  ConvShape s = conv_shape(in[0], in[1], attrs);
  Tensor out = Tensor::zeros(DType::I32, {s.n, s.oc, s.oh, s.ow});
  const auto sums = out.mutable_data<int32_t>();
  if (!is_fast(in)) {
    const Tensor data = less(in[0], in[2]), weight = less(in[1], in[3]);
    conv_widened(s, data.data<int32_t>(), weight.data<int32_t>(), sums);
    return {out};
  }
  const int8_t zero = *only_value(in[2]);
  const Tensor weight = as_int8(in[1]);
  Tensor data = as_int8(in[0]);
  if (zero != 0)
    data = with_pads(data, zero, s);
  conv_int8(s, data.data<int8_t>().data(), weight.data<int8_t>().data(), sums.data());
  take_off(zero, weight, s.oh * s.ow, sums);
  return {out};
}

// ---- products of matrices
// Rows of `a` with rows of `b`.
void multiply_rows(std::span<const int32_t> a, std::span<const int32_t> b, size_t depth,
                   std::span<int32_t> out) {
  const size_t columns = b.size() / depth;
  for (size_t i = 0; i < out.size(); ++i) {
    uint32_t sum = 0;
    for (size_t k = 0; k < depth; ++k)
      sum += static_cast<uint32_t>(a[i / columns * depth + k]) *
             static_cast<uint32_t>(b[i % columns * depth + k]);
    out[i] = static_cast<int32_t>(sum);
  }
}

Results quantized_dense(Operands in, const Attrs&) {
  const Shape& w = in[1].shape();
  Shape shape = in[0].shape();
  shape.back() = w[0];
  Tensor out = Tensor::zeros(DType::I32, shape);
  const auto sums = out.mutable_data<int32_t>();
  if (!is_fast(in)) {
    const Tensor data = less(in[0], in[2]), weight = less(in[1], in[3]);
    multiply_rows(data.data<int32_t>(), weight.data<int32_t>(), static_cast<size_t>(w[1]), sums);
    return {out};
  }
  const Tensor data = as_int8(in[0]), weight = as_int8(in[1]);
  dense_int8({in[0].size() / w[1], w[1], w[0]}, data.data<int8_t>().data(),
             weight.data<int8_t>().data(), sums.data());
  take_off(*only_value(in[2]), weight, 1, sums);
  return {out};
}

Results quantized_batch_matmul(Operands in, const Attrs& attrs) {
  const Tensor a = less(in[0], in[2]);
  Tensor b = less(in[1], in[3]);
  if (!attrs.get_bool("transpose_b", false))
    b = permuted(b, {0, 2, 1});
  const Shape &left = a.shape(), &right = b.shape();
  const int64_t count = std::max(left[0], right[0]);
  Tensor out = Tensor::zeros(DType::I32, {count, left[1], right[1]});
  const auto of = [count](const Tensor& t, int64_t n) {
    const int64_t own = t.shape()[0], size = t.size() / own;
    return t.data<int32_t>().subspan(static_cast<size_t>(own == count ? n * size : 0),
                                     static_cast<size_t>(size));
  };
  const auto size = static_cast<size_t>(left[1] * right[1]);
  for (int64_t n = 0; n < count; ++n)
    multiply_rows(of(a, n), of(b, n), static_cast<size_t>(left[2]),
                  out.mutable_data<int32_t>().subspan(static_cast<size_t>(n) * size, size));
  return {out};
}

constexpr HostOp kQuantizedOps[] = {
    {"qnn.quantize", quantize},
    {"qnn.dequantize", dequantize},
    {"qnn.conv2d", quantized_conv2d},
    {"qnn.dense", quantized_dense},
    {"qnn.batch_matmul", quantized_batch_matmul},
    {"qnn.requantize", requantize},
};

}  // namespace

std::span<const HostOp> quantized_ops() {
  return kQuantizedOps;
}

}  // namespace vta::host
