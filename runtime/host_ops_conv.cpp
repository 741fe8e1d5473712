// nn.conv2d and nn.dense: checks, layouts, and the choice between the float32 kernels and the exact
// integer routines (int8 with int32 sums). Layouts other than NCHW / OIHW are reordered first.
#include <algorithm>
#include <string>

#include "runtime/host_op_float.h"
#include "runtime/host_op_int8.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// Axes of `from` in the order of `to`: both are permutations of the same letters.
IntList axes_between(const std::string& from, const std::string& to, std::string_view what) {
  IntList axes;
  for (char letter : to) {
    const size_t at = from.find(letter);
    if (at == std::string::npos || from.size() != to.size())
      fail("{} '{}' is not supported on the host (any order of {})", what, from, to);
    axes.push_back(static_cast<int64_t>(at));
  }
  return axes;
}

Tensor reordered(const Tensor& t, const std::string& from, const std::string& to,
                 std::string_view what) {
  const IntList axes = axes_between(from, to, what);
  if (t.rank() != static_cast<int64_t>(axes.size()))
    fail("{} does not have the rank of {} '{}'", tensor_text(t), what, from);
  return from == to ? t : permuted(t, axes);
}

// The result's type: float32 from float32, int32 from int8; nothing else is computed.
DType result_type(const Tensor& data, const Tensor& weight, const Attrs& attrs) {
  const std::string name = attrs.get_string("out_dtype", "");
  const DType out = name.empty() ? data.dtype() : dtype_from_name(name);
  const bool floats = data.dtype() == DType::F32 && out == DType::F32;
  const bool integers = data.dtype() == DType::I8 && out == DType::I32;
  if (data.dtype() != weight.dtype() || (!floats && !integers))
    fail("{} with {} to {}: only float32 to float32 and int8 to int32 are computed",
         tensor_text(data), tensor_text(weight), dtype_name(out));
  return out;
}

Results conv2d(Operands in, const Attrs& attrs) {
  const DType type = result_type(in[0], in[1], attrs);
  const std::string layout = attrs.get_string("data_layout", "NCHW");
  const Tensor data = reordered(in[0], layout, "NCHW", "data_layout");
  const Tensor weight =
      reordered(in[1], attrs.get_string("kernel_layout", "OIHW"), "OIHW", "kernel_layout");
  const ConvShape s = conv_shape(data, weight, attrs);
  Tensor out = Tensor::zeros(type, {s.n, s.oc, s.oh, s.ow});
  if (out.size() > 0 && data.size() > 0 && type == DType::F32)
    float_kernels().conv(s, data.data<float>().data(), weight.data<float>().data(),
                         out.mutable_data<float>().data());
  else if (out.size() > 0)
    conv_int8(s, data.data<int8_t>().data(), weight.data<int8_t>().data(),
              out.mutable_data<int32_t>().data());
  return {layout == "NCHW" ? out : permuted(out, axes_between("NCHW", layout, "data_layout"))};
}

Results dense(Operands in, const Attrs& attrs) {
  const DType type = result_type(in[0], in[1], attrs);
  const Shape& w = in[1].shape();
  if (in[0].rank() < 1 || w.size() != 2 || in[0].shape().back() != w[1])
    fail("data {} and weight {} do not agree: expected (..., k) and (units, k)", tensor_text(in[0]),
         tensor_text(in[1]));
  Shape shape = in[0].shape();
  shape.back() = w[0];
  Tensor out = Tensor::zeros(type, shape);
  if (out.size() == 0 || w[1] == 0)
    return {out};
  const DenseShape s{in[0].size() / w[1], w[1], w[0]};
  if (type == DType::F32)
    float_kernels().dense(s, in[0].data<float>().data(), in[1].data<float>().data(),
                          out.mutable_data<float>().data());
  else
    dense_int8(s, in[0].data<int8_t>().data(), in[1].data<int8_t>().data(),
               out.mutable_data<int32_t>().data());
  return {out};
}

Results batch_matmul(Operands in, const Attrs& attrs) {
  const Shape &a = in[0].shape(), &b = in[1].shape();
  MatmulShape s{a[0], b[0], a[1], a[2], b[2], attrs.get_bool("transpose_b", false)};
  if (s.b_turned)
    s.columns = b[1];
  Tensor out = Tensor::zeros(DType::F32, {std::max(a[0], b[0]), s.rows, s.columns});
  float_kernels().matmul(s, in[0].data<float>().data(), in[1].data<float>().data(),
                         out.mutable_data<float>().data());
  return {out};
}

constexpr HostOp kConvOps[] = {
    {"nn.conv2d", conv2d},
    {"nn.dense", dense},
    {"nn.batch_matmul", batch_matmul},
};

}  // namespace

ConvShape conv_shape(const Tensor& data, const Tensor& weight, const Attrs& attrs) {
  const Shape& d = data.shape();
  const Shape& w = weight.shape();
  ConvShape s;
  s.n = d[0];
  s.ic = d[1];
  s.ih = d[2];
  s.iw = d[3];
  s.oc = w[0];
  s.kh = w[2];
  s.kw = w[3];
  s.groups = attrs.get_int("groups", 1);
  s.stride = pair_of(attrs, "strides", 1);
  s.dilation = pair_of(attrs, "dilation", 1);
  s.pad = padding_of(attrs);
  if (s.groups < 1 || s.ic % s.groups != 0 || s.oc % s.groups != 0 || w[1] != s.ic / s.groups)
    fail("data {} and weight {} do not agree with groups={}", tensor_text(data),
         tensor_text(weight), s.groups);
  s.oh = window_count({s.ih, s.pad[0], s.pad[2], s.kh, s.stride[0], s.dilation[0]}, false);
  s.ow = window_count({s.iw, s.pad[1], s.pad[3], s.kw, s.stride[1], s.dilation[1]}, false);
  return s;
}

std::span<const HostOp> conv_ops() {
  return kConvOps;
}

}  // namespace vta::host
