#include <algorithm>

#include "base/plural.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

// Pools address height and width only, so a layout of lower rank than the tensor is accepted: the
// default NCHW on a packed 6-D tensor means axes 2 and 3.
std::array<size_t, 2> spatial_axes(const TensorType& data, const Attrs& attrs) {
  const Layout layout(attrs.get_string("layout", "NCHW"));
  const int64_t h = layout.index('H'), w = layout.index('W');
  if (h < 0 || w < 0)
    fail("layout '{}' has no axes H and W", layout.text());
  if (static_cast<int64_t>(data.shape.size()) < layout.rank())
    fail("data {} has a lower rank than layout '{}'", type_text(data), layout.text());
  return {static_cast<size_t>(h), static_cast<size_t>(w)};
}

}  // namespace

Types pool2d(Operands in, const Attrs& attrs) {
  const auto axes = spatial_axes(in[0], attrs);
  if (attrs.find("pool_size") == nullptr)
    fail("attribute pool_size is missing");
  const auto kernel = read_pair(attrs, "pool_size", 1, 1);
  const auto stride = read_pair(attrs, "strides", 1, 1);
  const auto dilation = read_pair(attrs, "dilation", 1, 1);
  const auto pad = read_padding(attrs);
  for (size_t side = 0; side < pad.size(); ++side)
    if (const int64_t span = (kernel[side % 2] - 1) * dilation[side % 2] + 1; pad[side] >= span)
      fail("padding [{}] must be smaller than the window, whose span is {}", fmt::join(pad, ", "),
           span);
  const bool ceil = attrs.get_bool("ceil_mode", false);
  TensorType out = in[0];
  int64_t& h = out.shape[axes[0]];
  int64_t& w = out.shape[axes[1]];
  h = window_count({h, pad[0], pad[2], kernel[0], stride[0], dilation[0], "height"}, ceil);
  w = window_count({w, pad[1], pad[3], kernel[1], stride[1], dilation[1], "width"}, ceil);
  return {out};
}

Types sum_pool2d(Operands in, const Attrs& attrs) {
  if (in[0].dtype != DType::I32 && in[0].dtype != DType::F32)
    fail("data {} must be int32 or float32", type_text(in[0]));
  return pool2d(in, attrs);
}

Types global_pool2d(Operands in, const Attrs& attrs) {
  TensorType out = in[0];
  for (size_t axis : spatial_axes(in[0], attrs))
    out.shape[axis] = 1;
  return {out};
}

Types bias_add(Operands in, const Attrs& attrs) {
  const auto rank = static_cast<int64_t>(in[0].shape.size());
  const int64_t axis = normal_axis(attrs.get_int("axis", 1), rank);
  const int64_t extent = in[0].shape[static_cast<size_t>(axis)];
  if (in[1].shape != Shape{extent})
    fail("bias {} must have shape ({}), the extent of axis {} of data {}", type_text(in[1]), extent,
         axis, type_text(in[0]));
  if (in[1].dtype != in[0].dtype)
    fail("data is {} but the bias is {}", dtype_name(in[0].dtype), dtype_name(in[1].dtype));
  return {in[0]};
}

Types batch_norm(Operands in, const Attrs& attrs) {
  const auto rank = static_cast<int64_t>(in[0].shape.size());
  const int64_t axis = normal_axis(attrs.get_int("axis", 1), rank);
  const int64_t extent = in[0].shape[static_cast<size_t>(axis)];
  if (in[0].dtype != DType::F32)
    fail("data {} must be float32", type_text(in[0]));
  constexpr std::string_view kNames[] = {"gamma", "beta", "mean", "variance"};
  for (size_t i = 0; i < 4; ++i)
    if (in[i + 1] != TensorType{{extent}, DType::F32})
      fail("{} is {}: must be Tensor[({}), float32], the extent of axis {} of data {}", kNames[i],
           type_text(in[i + 1]), extent, axis, type_text(in[0]));
  return {in[0], in[3], in[4]};
}

Types softmax(Operands in, const Attrs& attrs) {
  normal_axis(attrs.get_int("axis", -1), static_cast<int64_t>(in[0].shape.size()));
  return same_float(in, attrs);
}

Types lrn(Operands in, const Attrs& attrs) {
  normal_axis(attrs.get_int("axis", 1), static_cast<int64_t>(in[0].shape.size()));
  const int64_t size = attrs.get_int("size", 5);
  if (size < 1 || size > kMaxExtent)
    fail("size={} must be at least 1", size);
  return same_float(in, attrs);
}

Types pad(Operands in, const Attrs& attrs) {
  const std::vector<IntList> width = attrs.get_int_lists("pad_width");
  TensorType out = in[0];
  if (width.size() != out.shape.size())
    fail("pad_width has {}, data {} has rank {}", counted(std::ssize(width), "pair"),
         type_text(in[0]), out.shape.size());
  const std::string mode = attrs.get_string("pad_mode", "constant");
  if (mode != "constant" && mode != "edge" && mode != "reflect" && mode != "wrap")
    fail("pad_mode '{}' is unknown: constant, edge, reflect or wrap", mode);
  for (size_t i = 0; i < width.size(); ++i) {
    if (width[i].size() != 2)
      fail("pad_width of axis {} has {} values: expected [before, after]", i, width[i].size());
    const int64_t most = mode == "reflect" ? out.shape[i] - 1 : kMaxExtent;
    for (int64_t w : width[i])
      if (w < 0 || w > most)
        fail("pad_width of axis {} has {}: must be 0..{}", i, w, most);
    out.shape[i] += width[i][0] + width[i][1];
  }
  if (in.size() > 1 && !in[1].shape.empty())
    fail("pad value {} must be a scalar", type_text(in[1]));
  return {out};
}

// Zeros between the values of each axis: extent e becomes (e - 1) * stride + 1.
Types dilate(Operands in, const Attrs& attrs) {
  const IntList strides = read_ints(attrs, "strides", {});
  if (strides.size() != in[0].shape.size())
    fail("strides has {}, data {} has rank {}", counted(std::ssize(strides), "value"),
         type_text(in[0]), in[0].shape.size());
  TensorType out = in[0];
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] < 1 || strides[i] > kMaxWindow)
      fail("strides has {}: must be 1..{}", strides[i], kMaxWindow);
    out.shape[i] = (out.shape[i] - 1) * strides[i] + 1;
  }
  return {out};
}

Types batch_flatten(Operands in, const Attrs&) {
  if (in[0].shape.empty())
    fail("data {} must have a batch axis", type_text(in[0]));
  const int64_t batch = in[0].shape[0];
  return {{{batch, num_elements(in[0].shape) / batch}, in[0].dtype}};
}

}  // namespace vta::shapes
