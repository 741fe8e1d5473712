#include "runtime/host_op_util.h"

#include <algorithm>

namespace vta::host {

std::string tensor_text(const Tensor& t) {
  return fmt::format("{} {}", dtype_name(t.dtype()), shape_text(t.shape()));
}

int64_t axis_in(int64_t axis, int64_t rank) {
  const int64_t normal = axis < 0 ? axis + rank : axis;
  if (normal < 0 || normal >= rank)
    fail("axis {} is outside a tensor of rank {}", axis, rank);
  return normal;
}

IntList ints_of(const Attrs& attrs, std::string_view name, const IntList& absent) {
  const AttrValue* value = attrs.find(name);
  if (value != nullptr && std::holds_alternative<int64_t>(*value))
    return {std::get<int64_t>(*value)};
  return attrs.get_ints(name, absent);
}

std::array<int64_t, 2> pair_of(const Attrs& attrs, std::string_view name, int64_t absent) {
  const IntList v = ints_of(attrs, name, {absent, absent});
  if (v.empty() || v.size() > 2 || *std::min_element(v.begin(), v.end()) < 1)
    fail("{}=[{}] must be one or two positive numbers", name, fmt::join(v, ", "));
  return {v.front(), v.back()};
}

std::array<int64_t, 4> padding_of(const Attrs& attrs) {
  const IntList v = ints_of(attrs, "padding", {0});
  if (!v.empty() && *std::min_element(v.begin(), v.end()) >= 0) {
    if (v.size() == 1)
      return {v[0], v[0], v[0], v[0]};
    if (v.size() == 2)
      return {v[0], v[1], v[0], v[1]};
    if (v.size() == 4)
      return {v[0], v[1], v[2], v[3]};
  }
  fail("padding=[{}] must be 1, 2 or 4 numbers, none negative", fmt::join(v, ", "));
}

// With ceil, a last window that would begin in the trailing padding is dropped.
int64_t window_count(const Window& w, bool ceil) {
  const int64_t span = w.extent + w.before + w.after - (w.size - 1) * w.dilation - 1;
  if (span < 0)
    fail("a window of {} (dilation {}) does not fit extent {} with padding {} and {}", w.size,
         w.dilation, w.extent, w.before, w.after);
  if (!ceil)
    return span / w.stride + 1;
  const int64_t count = (span + w.stride - 1) / w.stride + 1;
  return (count - 1) * w.stride >= w.extent + w.before ? count - 1 : count;
}

AxisSplit split_at(const Shape& shape, int64_t axis) {
  AxisSplit s;
  for (int64_t i = 0; i < static_cast<int64_t>(shape.size()); ++i)
    (i < axis ? s.outer : i == axis ? s.extent : s.inner) *= shape[static_cast<size_t>(i)];
  return s;
}

Shape broadcast_shape(const Shape& a, const Shape& b) {
  const size_t rank = std::max(a.size(), b.size());
  Shape out(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1)
      fail("shapes {} and {} do not broadcast", shape_text(a), shape_text(b));
    out[rank - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

void require_float(const Tensor& t, std::string_view what) {
  if (t.dtype() != DType::F32)
    fail("{} is {}, must be float32", what, tensor_text(t));
}

namespace {

struct Axis {
  int64_t extent = 1, stride = 1;
};

// Axes that stay neighbours become one, so that the inner loops are long.
std::vector<Axis> merged_axes(const Shape& shape, const IntList& axes) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  std::vector<Axis> out;
  for (int64_t a : axes) {
    const Axis axis{shape[static_cast<size_t>(a)], strides[static_cast<size_t>(a)]};
    if (axis.extent == 1)
      continue;
    if (!out.empty() && out.back().stride == axis.stride * axis.extent)
      out.back() = {out.back().extent * axis.extent, axis.stride};
    else
      out.push_back(axis);
  }
  return out;
}

template <typename T>
T* permute_axes(const T* in, std::span<const Axis> axes, T* out) {
  if (axes.empty()) {
    *out = *in;
    return out + 1;
  }
  const Axis axis = axes.front();
  if (axes.size() > 1) {
    for (int64_t i = 0; i < axis.extent; ++i)
      out = permute_axes(in + i * axis.stride, axes.subspan(1), out);
    return out;
  }
  for (int64_t i = 0; i < axis.extent; ++i)
    out[i] = in[i * axis.stride];
  return out + axis.extent;
}

template <typename T>
void permute_as(const Tensor& in, std::span<const Axis> axes, Tensor& out) {
  permute_axes(reinterpret_cast<const T*>(in.bytes().data()), axes,
               reinterpret_cast<T*>(out.mutable_bytes().data()));
}

}  // namespace

Tensor permuted(const Tensor& in, const IntList& axes) {
  Shape shape;
  for (int64_t a : axes)
    shape.push_back(in.shape()[static_cast<size_t>(a)]);
  Tensor out = Tensor::zeros(in.dtype(), shape);
  if (out.size() == 0)
    return out;
  const std::vector<Axis> merged = merged_axes(in.shape(), axes);
  switch (dtype_bytes(in.dtype())) {
    case 1:
      permute_as<uint8_t>(in, merged, out);
      break;
    case 4:
      permute_as<uint32_t>(in, merged, out);
      break;
    default:
      permute_as<uint64_t>(in, merged, out);
  }
  return out;
}

}  // namespace vta::host
