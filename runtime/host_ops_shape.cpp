// Operators that move elements and compute nothing.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "base/plural.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

Shape same_size(const Tensor& in, Shape shape) {
  if (num_elements(shape) != in.size())
    fail("{} cannot take the shape {}", tensor_text(in), shape_text(shape));
  return shape;
}

IntList required_ints(const Attrs& attrs, std::string_view name) {
  if (attrs.find(name) == nullptr)
    fail("attribute {} is missing", name);
  return ints_of(attrs, name, {});
}

// 0 copies the operand's extent at the same place; one -1 takes what is left.
Results reshape(Operands in, const Attrs& attrs) {
  Shape shape = required_ints(attrs, "newshape");
  int64_t known = 1;
  int64_t* open = nullptr;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && i < in[0].shape().size())
      shape[i] = in[0].shape()[i];
    if (shape[i] == -1 && open == nullptr)
      open = &shape[i];
    else if (shape[i] < 0 || (shape[i] > 0 && known > in[0].size() / shape[i]))
      fail("newshape [{}] does not fit {}", fmt::join(shape, ", "), tensor_text(in[0]));
    else
      known *= shape[i];
  }
  if (open != nullptr)
    *open = known == 0 ? 0 : in[0].size() / known;
  return {in[0].reshaped(same_size(in[0], shape))};
}

Results transpose(Operands in, const Attrs& attrs) {
  const int64_t rank = in[0].rank();
  IntList axes(static_cast<size_t>(rank));
  std::iota(axes.rbegin(), axes.rend(), 0);
  if (attrs.find("axes") != nullptr)
    axes = ints_of(attrs, "axes", {});
  for (int64_t& axis : axes)
    axis = axis_in(axis, rank);
  IntList sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  for (int64_t i = 0; i < static_cast<int64_t>(sorted.size()); ++i)
    if (static_cast<int64_t>(sorted.size()) != rank || sorted[static_cast<size_t>(i)] != i)
      fail("axes=[{}] is not a permutation of {} axes", fmt::join(axes, ", "), rank);
  return {permuted(in[0], axes)};
}

Results squeeze(Operands in, const Attrs& attrs) {
  IntList axes = ints_of(attrs, "axis", {});
  const bool all = attrs.find("axis") == nullptr;
  for (int64_t& axis : axes)
    axis = axis_in(axis, in[0].rank());
  Shape shape;
  for (int64_t i = 0; i < in[0].rank(); ++i) {
    const int64_t extent = in[0].shape()[static_cast<size_t>(i)];
    const bool named = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (!named && !(all && extent == 1))
      shape.push_back(extent);
  }
  return {in[0].reshaped(same_size(in[0], shape))};
}

Results expand_dims(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(required_ints(attrs, "axis").front(), in[0].rank() + 1);
  const int64_t count = attrs.get_int("num_newaxis", 1);
  if (count < 0 || count > 16)
    fail("num_newaxis={} must be 0..16", count);
  Shape shape = in[0].shape();
  shape.insert(shape.begin() + axis, static_cast<size_t>(count), 1);
  return {in[0].reshaped(shape)};
}

Results batch_flatten(Operands in, const Attrs&) {
  if (in[0].rank() < 1)
    fail("{} has no batch axis", tensor_text(in[0]));
  const AxisSplit s = split_at(in[0].shape(), 0);
  return {in[0].reshaped({s.extent, s.inner})};
}

// Parts [outer][bytes] of a tensor are copied between strided places.
void copy_rows(const std::byte* from, int64_t from_pitch, std::byte* to, int64_t to_pitch,
               int64_t rows, int64_t bytes) {
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(to + i * to_pitch, from + i * from_pitch, static_cast<size_t>(bytes));
}

Results concatenate(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 0), in[0].rank());
  Shape shape = in[0].shape();
  shape[static_cast<size_t>(axis)] = 0;
  for (const Tensor& t : in) {
    Shape expected = shape;
    if (t.rank() == in[0].rank())
      expected[static_cast<size_t>(axis)] = t.shape()[static_cast<size_t>(axis)];
    if (t.dtype() != in[0].dtype() || t.shape() != expected)
      fail("operand {} does not agree with {} outside axis {}", tensor_text(t), tensor_text(in[0]),
           axis);
    shape[static_cast<size_t>(axis)] += t.shape()[static_cast<size_t>(axis)];
  }
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  const AxisSplit s = split_at(shape, axis);
  const int64_t pitch = s.extent * s.inner * dtype_bytes(out.dtype());
  std::byte* to = out.mutable_bytes().data();
  for (const Tensor& t : in) {
    const int64_t bytes = s.outer == 0 ? 0 : t.size_bytes() / s.outer;
    copy_rows(t.bytes().data(), bytes, to, pitch, s.outer, bytes);
    to += bytes;
  }
  return {out};
}

// indices_or_sections: a number of equal parts, or the places to cut at.
IntList cuts_of(const Attrs& attrs, int64_t extent) {
  IntList cuts = required_ints(attrs, "indices_or_sections");
  if (std::holds_alternative<int64_t>(*attrs.find("indices_or_sections"))) {
    const int64_t parts = cuts.front();
    if (parts < 1 || extent % parts != 0)
      fail("indices_or_sections={} must divide the extent {}", parts, extent);
    cuts.clear();
    for (int64_t i = 1; i < parts; ++i)
      cuts.push_back(i * (extent / parts));
  }
  cuts.push_back(extent);
  return cuts;
}

Results split(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 0), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  const int64_t unit = s.inner * dtype_bytes(in[0].dtype());
  Results out;
  int64_t begin = 0;
  for (int64_t end : cuts_of(attrs, s.extent)) {
    if (end < begin || end > s.extent)
      fail("indices_or_sections must rise within 0..{}: {} follows {}", s.extent, end, begin);
    Shape shape = in[0].shape();
    shape[static_cast<size_t>(axis)] = end - begin;
    Tensor part = Tensor::zeros(in[0].dtype(), shape);
    copy_rows(in[0].bytes().data() + begin * unit, s.extent * unit, part.mutable_bytes().data(),
              (end - begin) * unit, s.outer, (end - begin) * unit);
    out.push_back(part);
    begin = end;
  }
  return out;
}

// ---- slices, pads and repeats: per axis, which index of the operand each result index shows ----

using AxisMap = std::vector<int64_t>;  // -1: the fill value

template <typename T>
T* gather(const T* in, std::span<const AxisMap> maps, std::span<const int64_t> strides, T fill,
          bool inside, T* out) {
  if (maps.empty()) {
    *out = inside ? *in : fill;
    return out + 1;
  }
  if (maps.size() == 1) {
    for (int64_t index : maps[0])
      *out++ = inside && index >= 0 ? in[index] : fill;
    return out;
  }
  for (int64_t index : maps[0])
    out = gather(in + std::max<int64_t>(index, 0) * strides[0], maps.subspan(1), strides.subspan(1),
                 fill, inside && index >= 0, out);
  return out;
}

Tensor gathered(const Tensor& in, const std::vector<AxisMap>& maps, double fill) {
  Shape shape;
  for (const AxisMap& map : maps)
    shape.push_back(static_cast<int64_t>(map.size()));
  Tensor out = Tensor::zeros(in.dtype(), shape);
  if (out.size() == 0)
    return out;
  std::vector<int64_t> strides(maps.size(), 1);
  for (size_t i = maps.size(); i-- > 1;)
    strides[i - 1] = strides[i] * in.shape()[i];
  with_any_type(in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T outside = std::is_same_v<T, bool> ? fill != 0 : saturated<T>(fill);
    gather<T>(in.data<T>().data(), maps, strides, outside, true, out.mutable_data<T>().data());
  });
  return out;
}

std::vector<AxisMap> identity_maps(const Shape& shape) {
  std::vector<AxisMap> maps;
  for (int64_t extent : shape) {
    maps.emplace_back(static_cast<size_t>(extent));
    std::iota(maps.back().begin(), maps.back().end(), 0);
  }
  return maps;
}

int64_t padded_index(int64_t i, int64_t extent, const std::string& mode) {
  if (i >= 0 && i < extent)
    return i;
  if (mode == "constant")
    return -1;
  if (mode == "edge")
    return std::clamp<int64_t>(i, 0, extent - 1);
  if (mode == "wrap")
    return i < 0 ? extent - 1 - (-i - 1) % extent : i % extent;
  const int64_t mirrored = i < 0 ? -i : 2 * (extent - 1) - i;
  if (mirrored < 0 || mirrored >= extent)
    fail("pad_mode reflect cannot pad an extent of {} this far", extent);
  return mirrored;
}

double pad_value(Operands in, const Attrs& attrs) {
  if (in.size() < 2)
    return attrs.get_double("pad_value", 0);
  if (in[1].size() != 1)
    fail("the pad value {} must be a scalar", tensor_text(in[1]));
  return with_any_type(in[1].dtype(), [&](auto zero) {
    return static_cast<double>(in[1].data<decltype(zero)>()[0]);
  });
}

Results pad(Operands in, const Attrs& attrs) {
  const std::vector<IntList> width = attrs.get_int_lists("pad_width");
  const std::string mode = attrs.get_string("pad_mode", "constant");
  if (mode != "constant" && mode != "edge" && mode != "reflect" && mode != "wrap")
    fail("pad_mode '{}' is unknown: constant, edge, reflect or wrap", mode);
  if (static_cast<int64_t>(width.size()) != in[0].rank())
    fail("pad_width has {} for {}", counted(std::ssize(width), "pair"), tensor_text(in[0]));
  std::vector<AxisMap> maps;
  for (size_t axis = 0; axis < width.size(); ++axis) {
    const IntList& w = width[axis];
    if (w.size() != 2 || w[0] < 0 || w[1] < 0)
      fail("pad_width of axis {} must be [before, after], not negative", axis);
    const int64_t extent = in[0].shape()[axis];
    AxisMap& map = maps.emplace_back();
    for (int64_t i = -w[0]; i < extent + w[1]; ++i)
      map.push_back(padded_index(i, extent, mode));
  }
  return {gathered(in[0], maps, pad_value(in, attrs))};
}

// Negative begin and end count from the end; both are clamped, as in numpy.
Results strided_slice(Operands in, const Attrs& attrs) {
  const IntList begin = required_ints(attrs, "begin"), end = required_ints(attrs, "end");
  IntList axes(begin.size());
  std::iota(axes.begin(), axes.end(), 0);
  axes = ints_of(attrs, "axes", axes);
  IntList strides = ints_of(attrs, "strides", {1});
  if (strides.size() == 1)
    strides.resize(std::max<size_t>(begin.size(), 1), strides[0]);
  if (begin.size() != end.size() || begin.size() != axes.size() || begin.size() > strides.size())
    fail("begin, end, strides and axes have {}, {}, {} and {} values", begin.size(), end.size(),
         strides.size(), axes.size());
  std::vector<AxisMap> maps = identity_maps(in[0].shape());
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axis_in(axes[i], in[0].rank()));
    const int64_t extent = in[0].shape()[axis];
    const bool forward = strides[i] > 0;
    if (strides[i] == 0)
      fail("strides has 0: must be at least 1, or at most -1");
    const auto place = [=](int64_t v) {
      const int64_t counted = v < 0 ? v + extent : v;
      return forward ? std::clamp<int64_t>(counted, 0, extent)
                     : std::clamp<int64_t>(counted, -1, extent - 1);
    };
    AxisMap& map = maps[axis];
    map.clear();
    const int64_t last = place(end[i]);
    for (int64_t v = place(begin[i]); forward ? v < last : v > last; v += strides[i])
      map.push_back(v);
  }
  return {gathered(in[0], maps, 0)};
}

Results broadcast_to(Operands in, const Attrs& attrs) {
  const Shape shape = required_ints(attrs, "shape");
  if (in[0].shape() == shape)
    return {in[0]};
  if (broadcast_shape(in[0].shape(), shape) != shape)
    fail("{} cannot be broadcast to {}", tensor_text(in[0]), shape_text(shape));
  Shape full(shape.size(), 1);
  std::copy(in[0].shape().rbegin(), in[0].shape().rend(), full.rbegin());
  std::vector<AxisMap> maps = identity_maps(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    if (full[i] == 1)
      std::fill(maps[i].begin(), maps[i].end(), 0);
  return {gathered(in[0].reshaped(full), maps, 0)};
}

// Positions [first, end) along one axis of which the tap `offset` lies inside the data.
struct TapRange {
  int64_t first = 0, end = 0;
};

TapRange inside_range(int64_t offset, int64_t stride, int64_t extent, int64_t positions) {
  const int64_t first = offset < 0 ? (-offset + stride - 1) / stride : 0;
  const int64_t end = offset >= extent ? 0 : (extent - offset + stride - 1) / stride;
  return {std::min(first, positions),
          std::clamp<int64_t>(end, std::min(first, positions), positions)};
}

// One tap of one channel: its plane of the result is the channel's, shifted and thinned.
template <typename T>
void copy_tap(const T* from, int64_t h, int64_t w, std::array<int64_t, 2> offset,
              std::array<int64_t, 2> stride, T* to, int64_t oh, int64_t ow) {
  const TapRange rows = inside_range(offset[0], stride[0], h, oh);
  const TapRange cols = inside_range(offset[1], stride[1], w, ow);
  for (int64_t y = rows.first; y < rows.end; ++y) {
    const T* row = from + (y * stride[0] + offset[0]) * w + offset[1];
    for (int64_t x = cols.first; x < cols.end; ++x)
      to[y * ow + x] = row[x * stride[1]];
  }
}

Results im2col(Operands in, const Attrs& attrs) {
  const auto kernel = pair_of(attrs, "kernel_size", 1);
  const auto stride = pair_of(attrs, "strides", 1);
  const auto dilation = pair_of(attrs, "dilation", 1);
  const auto pad = padding_of(attrs);
  const Shape& s = in[0].shape();
  const int64_t oh = window_count({s[2], pad[0], pad[2], kernel[0], stride[0], dilation[0]}, false);
  const int64_t ow = window_count({s[3], pad[1], pad[3], kernel[1], stride[1], dilation[1]}, false);
  Tensor out = Tensor::zeros(in[0].dtype(), {s[0], s[1] * kernel[0] * kernel[1], oh, ow});
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto values = out.mutable_data<T>();
    std::ranges::fill(values, saturated<T>(attrs.get_double("pad_value", 0)));
    T* to = values.data();
    for (int64_t plane = 0; plane < s[0] * s[1]; ++plane)
      for (int64_t ky = 0; ky < kernel[0]; ++ky)
        for (int64_t kx = 0; kx < kernel[1]; ++kx, to += oh * ow)
          copy_tap(in[0].data<T>().data() + plane * s[2] * s[3], s[2], s[3],
                   {ky * dilation[0] - pad[0], kx * dilation[1] - pad[1]}, stride, to, oh, ow);
  });
  return {out};
}

constexpr HostOp kShapeOps[] = {
    {"reshape", reshape},
    {"transpose", transpose},
    {"squeeze", squeeze},
    {"expand_dims", expand_dims},
    {"nn.batch_flatten", batch_flatten},
    {"concatenate", concatenate},
    {"split", split},
    {"nn.pad", pad},
    {"strided_slice", strided_slice},
    {"nn.im2col", im2col},
    {"broadcast_to", broadcast_to},
};

}  // namespace

std::span<const HostOp> shape_ops() {
  return kShapeOps;
}

}  // namespace vta::host
