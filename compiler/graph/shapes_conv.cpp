#include <algorithm>

#include "base/round.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

struct ConvLayouts {
  Layout data, kernel;
};

void require_axes(const Layout& layout, std::string_view letters, std::string_view what) {
  for (char c : letters)
    if (layout.index(c) < 0)
      fail("{} '{}' has no axis {}", what, layout.text(), c);
}

ConvLayouts read_layouts(Operands in, const Attrs& attrs) {
  ConvLayouts l{Layout(attrs.get_string("data_layout", "NCHW")),
                Layout(attrs.get_string("kernel_layout", "OIHW"))};
  require_axes(l.data, "NCHW", "data_layout");
  require_axes(l.kernel, "OIHW", "kernel_layout");
  if (l.data.rank() != static_cast<int64_t>(in[0].shape.size()))
    fail("data {} does not have the rank of data_layout '{}'", type_text(in[0]), l.data.text());
  if (l.kernel.rank() != static_cast<int64_t>(in[1].shape.size()))
    fail("kernel {} does not have the rank of kernel_layout '{}'", type_text(in[1]),
         l.kernel.text());
  const std::string out = attrs.get_string("out_layout", "");
  if (!out.empty() && out != l.data.text())
    fail("out_layout '{}' must equal data_layout '{}'", out, l.data.text());
  return l;
}

void check_blocks(const Layout& layout, const Shape& shape) {
  for (char letter : layout.text())
    if (letter >= 'a' && letter <= 'z') {
      const int64_t have = shape[static_cast<size_t>(layout.index(letter))];
      const int64_t want = layout.block(static_cast<char>(letter - 'a' + 'A'));
      if (have != want)
        fail("shape {} has {} where layout '{}' says {}", shape_text(shape), have, layout.text(),
             want);
    }
}

// Packed tensors round channels up, the data to its own block and the kernel to another: the
// kernel's may be fewer, by less than a block. With groups a packed kernel could not say which
// channels are padding, so it is plain.
void check_channels(const ConvLayouts& l, Operands in, int64_t groups) {
  const int64_t data = l.data.extent(in[0].shape, 'C');
  const int64_t out = l.kernel.extent(in[1].shape, 'O');
  const int64_t kernel = l.kernel.extent(in[1].shape, 'I');
  const bool packed = l.data.blocked() || l.kernel.blocked();
  const bool divides = groups >= 1 && out % groups == 0 && (packed || data % groups == 0);
  if (!divides)
    fail("groups={} must divide the {} input and {} output channels", groups, data, out);
  if (l.kernel.blocked() && groups != 1)
    fail("groups={} is not supported with the packed kernel_layout '{}'", groups, l.kernel.text());
  const int64_t slack = packed ? std::max(l.data.block('C'), l.kernel.block('I')) - 1 : 0;
  const int64_t expected = data / groups;
  if (kernel * groups > data || kernel * groups < data - slack)
    fail("kernel {} takes {} channels per group, data {} with groups={} has {}", type_text(in[1]),
         kernel, type_text(in[0]), groups, expected);
}

void check_declared(const ConvLayouts& l, Operands in, const Attrs& attrs) {
  const int64_t out = l.kernel.extent(in[1].shape, 'O');
  const int64_t channels = attrs.get_int("channels", out);
  if (channels < 1 || channels > out || channels <= out - l.kernel.block('O'))
    fail("channels={} does not agree with the kernel's {} output channels", channels, out);
  const int64_t kh = l.kernel.extent(in[1].shape, 'H');
  const int64_t kw = l.kernel.extent(in[1].shape, 'W');
  const IntList size = read_ints(attrs, "kernel_size", {kh, kw});
  if (size != IntList{kh, kw})
    fail("kernel_size=[{}] does not agree with the kernel {}", fmt::join(size, ", "),
         type_text(in[1]));
}

}  // namespace

Types conv2d(Operands in, const Attrs& attrs) {
  const ConvLayouts l = read_layouts(in, attrs);
  check_blocks(l.data, in[0].shape);
  check_blocks(l.kernel, in[1].shape);
  if (in[0].dtype != in[1].dtype)
    fail("data is {} but the kernel is {}", dtype_name(in[0].dtype), dtype_name(in[1].dtype));
  check_channels(l, in, attrs.get_int("groups", 1));
  check_declared(l, in, attrs);

  const auto pad = read_padding(attrs);
  const auto stride = read_pair(attrs, "strides", 1, 1);
  const auto dilation = read_pair(attrs, "dilation", 1, 1);
  TensorType out = in[0];
  const auto at = [&](char c) -> int64_t& {
    return out.shape[static_cast<size_t>(l.data.index(c))];
  };
  const int64_t kh = l.kernel.extent(in[1].shape, 'H');
  const int64_t kw = l.kernel.extent(in[1].shape, 'W');
  at('H') = window_count({at('H'), pad[0], pad[2], kh, stride[0], dilation[0], "height"}, false);
  at('W') = window_count({at('W'), pad[1], pad[3], kw, stride[1], dilation[1], "width"}, false);
  const int64_t block = l.data.block('C');
  at('C') = ceil_div(l.kernel.extent(in[1].shape, 'O'), block);
  out.dtype = read_dtype(attrs, "out_dtype", in[0].dtype);
  return {out};
}

Types dense(Operands in, const Attrs& attrs) {
  const Shape& data = in[0].shape;
  const Shape& weight = in[1].shape;
  if (data.size() < 2 || weight.size() != 2)
    fail("expected data of rank 2 or more and a weight of rank 2, have {} and {}", type_text(in[0]),
         type_text(in[1]));
  if (data.back() != weight[1])
    fail("weight {} takes {} values per row, data {} has {}", type_text(in[1]), weight[1],
         type_text(in[0]), data.back());
  if (in[0].dtype != in[1].dtype)
    fail("data is {} but the weight is {}", dtype_name(in[0].dtype), dtype_name(in[1].dtype));
  if (attrs.get_int("units", weight[0]) != weight[0])
    fail("units={} does not agree with the weight {}", attrs.get_int("units", 0), type_text(in[1]));
  TensorType out = in[0];
  out.shape.back() = weight[0];
  out.dtype = read_dtype(attrs, "out_dtype", in[0].dtype);
  return {out};
}

// (b, m, k) times (b, k, n); either batch may be 1.
Types batch_matmul(Operands in, const Attrs& attrs) {
  for (const TensorType& type : in)
    if (type.shape.size() != 3 || type.dtype != DType::F32)
      fail("operand {} must be float32 of rank 3", type_text(type));
  const Shape &a = in[0].shape, &b = in[1].shape;
  const bool turned = attrs.get_bool("transpose_b", false);
  const int64_t depth = turned ? b[2] : b[1], columns = turned ? b[1] : b[2];
  if (a[2] != depth)
    fail("{} and {} do not multiply: {} columns against {} rows", type_text(in[0]),
         type_text(in[1]), a[2], depth);
  if (a[0] != b[0] && a[0] != 1 && b[0] != 1)
    fail("{} and {} do not multiply: {} matrices against {}", type_text(in[0]), type_text(in[1]),
         a[0], b[0]);
  return {{{std::max(a[0], b[0]), a[1], columns}, DType::F32}};
}

// Channel (c * kh + ky) * kw + kx: a convolution's OIHW weight, reshaped, has the same order.
Types im2col(Operands in, const Attrs& attrs) {
  if (in[0].shape.size() != 4)
    fail("data {} must be NCHW", type_text(in[0]));
  if (attrs.find("kernel_size") == nullptr)
    fail("attribute kernel_size is missing");
  const auto kernel = read_pair(attrs, "kernel_size", 1, 1);
  const auto stride = read_pair(attrs, "strides", 1, 1);
  const auto dilation = read_pair(attrs, "dilation", 1, 1);
  const auto pad = read_padding(attrs);
  const Shape& s = in[0].shape;
  const int64_t oh =
      window_count({s[2], pad[0], pad[2], kernel[0], stride[0], dilation[0], "height"}, false);
  const int64_t ow =
      window_count({s[3], pad[1], pad[3], kernel[1], stride[1], dilation[1], "width"}, false);
  if (kernel[0] * kernel[1] > kMaxExtent / s[1])
    fail("{} windows of {}x{} are more than {} channels", s[1], kernel[0], kernel[1], kMaxExtent);
  return {{{s[0], s[1] * kernel[0] * kernel[1], oh, ow}, in[0].dtype}};
}

}  // namespace vta::shapes
