#include "compiler/interp/eval.h"

namespace vta::interp {

void Call::unsupported(DType dtype) const {
  throw CompileError(fmt::format("{} is not defined on {}", op, dtype_name(dtype)));
}

Shape strides_of(const Shape& shape) {
  Shape strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

size_t axis_of(int64_t axis, int64_t rank) {
  const int64_t positive = axis < 0 ? axis + rank : axis;
  if (positive < 0 || positive >= rank)
    throw CompileError(fmt::format("axis {} of a tensor of rank {}", axis, rank));
  return static_cast<size_t>(positive);
}

AxisSplit split_at(const Shape& shape, size_t axis) {
  AxisSplit split;
  for (size_t i = 0; i < axis; ++i)
    split.outer *= shape[i];
  split.extent = shape[axis];
  for (size_t i = axis + 1; i < shape.size(); ++i)
    split.inner *= shape[i];
  return split;
}

namespace {

// Walks the result row by row: `rows` counts all axes but the last, which is a plain inner loop.
template <typename T>
void copy_transposed(std::span<const T> in, const Shape& in_strides, std::span<T> out,
                     const Shape& shape) {
  const size_t last = shape.size() - 1;
  const int64_t row = shape[last];
  const int64_t step = in_strides[last];
  Shape index(shape.size(), 0);
  for (size_t o = 0; o < out.size(); o += static_cast<size_t>(row)) {
    int64_t base = 0;
    for (size_t d = 0; d < last; ++d)
      base += index[d] * in_strides[d];
    for (int64_t i = 0; i < row; ++i)
      out[o + static_cast<size_t>(i)] = in[static_cast<size_t>(base + i * step)];
    for (size_t d = last; d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

}  // namespace

Tensor transposed(const Tensor& tensor, const Shape& axes) {
  const Shape in_strides = strides_of(tensor.shape());
  Shape shape, strides;
  for (int64_t axis : axes) {
    shape.push_back(tensor.shape()[static_cast<size_t>(axis)]);
    strides.push_back(in_strides[static_cast<size_t>(axis)]);
  }
  Tensor out = Tensor::zeros(tensor.dtype(), shape);
  if (shape.empty() || out.size() == 0)
    return tensor.reshaped(shape);
  with_type(tensor.dtype(), [&]<typename T>() {
    copy_transposed<T>(tensor.data<T>(), strides, out.mutable_data<T>(), shape);
  });
  return out;
}

std::vector<int64_t> broadcast_places(const Shape& part, const Shape& whole) {
  const Shape strides = strides_of(part);
  const size_t missing = whole.size() - part.size();
  std::vector<int64_t> places;
  places.reserve(static_cast<size_t>(num_elements(whole)));
  Shape index(whole.size(), 0);
  for (int64_t i = 0; i < num_elements(whole); ++i) {
    int64_t place = 0;
    for (size_t d = 0; d < part.size(); ++d)
      if (part[d] != 1)
        place += index[missing + d] * strides[d];
    places.push_back(place);
    for (size_t d = whole.size(); d-- > 0;) {
      if (++index[d] < whole[d])
        break;
      index[d] = 0;
    }
  }
  return places;
}

}  // namespace vta::interp
