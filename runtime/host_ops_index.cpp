// Operators that choose elements by index, repeat them, or put zeros between them. All move bytes:
// an element type is only a size.
#include <algorithm>
#include <cstring>

#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

std::vector<int64_t> indices_of(const Tensor& t) {
  if (t.dtype() == DType::I64)
    return {t.data<int64_t>().begin(), t.data<int64_t>().end()};
  return {t.data<int32_t>().begin(), t.data<int32_t>().end()};
}

// From the end when negative.
int64_t index_in(int64_t index, int64_t extent) {
  const int64_t counted = index + (index < 0 ? extent : 0);
  if (counted < 0 || counted >= extent)
    fail("index {} is outside an extent of {}: must be {} to {}", index, extent, -extent,
         extent - 1);
  return counted;
}

Results take(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 0), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  std::vector<int64_t> rows = indices_of(in[1]);
  for (int64_t& row : rows)
    row = index_in(row, s.extent);
  Shape shape(in[0].shape().begin(), in[0].shape().begin() + axis);
  shape.insert(shape.end(), in[1].shape().begin(), in[1].shape().end());
  shape.insert(shape.end(), in[0].shape().begin() + axis + 1, in[0].shape().end());
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  const auto bytes = static_cast<size_t>(s.inner * dtype_bytes(in[0].dtype()));
  const std::byte* from = in[0].bytes().data();
  std::byte* to = out.mutable_bytes().data();
  for (int64_t o = 0; o < s.outer; ++o, from += static_cast<size_t>(s.extent) * bytes)
    for (int64_t row : rows) {
      std::memcpy(to, from + static_cast<size_t>(row) * bytes, bytes);
      to += bytes;
    }
  return {out};
}

// Element strides of a row-major tensor.
std::vector<int64_t> pitches(const Shape& shape) {
  std::vector<int64_t> out(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    out[i - 1] = out[i] * shape[i];
  return out;
}

// Calls move(flat index, index) for every element of a shape in order.
template <typename F>
void walk(const Shape& shape, F move) {
  std::vector<int64_t> index(shape.size(), 0);
  const int64_t count = num_elements(shape);
  for (int64_t n = 0; n < count; ++n) {
    move(n, index);
    for (size_t i = shape.size(); i-- > 0;) {
      if (++index[i] < shape[i])
        break;
      index[i] = 0;
    }
  }
}

// Copies runs of elements from one place to another.
struct Mover {
  Mover(const Tensor& in, Tensor& out)
      : from(in.bytes().data()),
        to(out.mutable_bytes().data()),
        bytes(static_cast<size_t>(dtype_bytes(in.dtype()))) {}
  void operator()(int64_t source, int64_t target, int64_t count = 1) const {
    std::memcpy(to + static_cast<size_t>(target) * bytes,
                from + static_cast<size_t>(source) * bytes, static_cast<size_t>(count) * bytes);
  }
  const std::byte* from;
  std::byte* to;
  size_t bytes;
};

Results gather_elements(Operands in, const Attrs& attrs) {
  const auto axis = static_cast<size_t>(axis_in(attrs.get_int("axis", 0), in[0].rank()));
  const std::vector<int64_t> indices = indices_of(in[1]), strides = pitches(in[0].shape());
  Tensor out = Tensor::zeros(in[0].dtype(), in[1].shape());
  const Mover move(in[0], out);
  walk(out.shape(), [&](int64_t n, const std::vector<int64_t>& index) {
    int64_t at = index_in(indices[static_cast<size_t>(n)], in[0].shape()[axis]) * strides[axis];
    for (size_t i = 0; i < index.size(); ++i)
      at += i == axis ? 0 : index[i] * strides[i];
    move(at, n);
  });
  return {out};
}

Results gather_nd(Operands in, const Attrs& attrs) {
  const Shape& data = in[0].shape();
  const int64_t batch = attrs.get_int("batch_dims", 0), depth = in[1].shape().back();
  const std::vector<int64_t> indices = indices_of(in[1]), strides = pitches(data);
  Shape shape(in[1].shape().begin(), in[1].shape().end() - 1);
  const Shape rows = shape;
  shape.insert(shape.end(), data.begin() + batch + depth, data.end());
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  const Mover move(in[0], out);
  const int64_t run = strides[static_cast<size_t>(batch + depth - 1)];
  walk(rows, [&](int64_t n, const std::vector<int64_t>& index) {
    int64_t at = 0;
    for (size_t i = 0; i < static_cast<size_t>(batch); ++i)
      at += index[i] * strides[i];
    for (int64_t d = 0; d < depth; ++d) {
      const auto i = static_cast<size_t>(batch + d);
      at += index_in(indices[static_cast<size_t>(n * depth + d)], data[i]) * strides[i];
    }
    move(at, n * run, run);
  });
  return {out};
}

// Axis by axis, from the last: whole runs are repeated.
Results tile(Operands in, const Attrs& attrs) {
  const IntList reps = ints_of(attrs, "reps", {});
  Tensor result = in[0];
  for (int64_t axis = in[0].rank() - 1; axis >= 0; --axis) {
    const int64_t times = reps[static_cast<size_t>(axis)];
    if (times == 1)
      continue;
    const AxisSplit s = split_at(result.shape(), axis);
    Shape shape = result.shape();
    shape[static_cast<size_t>(axis)] *= times;
    Tensor wider = Tensor::zeros(in[0].dtype(), shape);
    const Mover move(result, wider);
    const int64_t run = s.extent * s.inner;
    for (int64_t o = 0; o < s.outer; ++o)
      for (int64_t k = 0; k < times; ++k)
        move(o * run, (o * times + k) * run, run);
    result = wider;
  }
  return {result};
}

Results dilate(Operands in, const Attrs& attrs) {
  const IntList apart = ints_of(attrs, "strides", {});
  Shape shape = in[0].shape();
  for (size_t i = 0; i < shape.size(); ++i)
    shape[i] = (shape[i] - 1) * apart[i] + 1;
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  const std::vector<int64_t> strides = pitches(shape);
  const Mover move(in[0], out);
  walk(in[0].shape(), [&](int64_t n, const std::vector<int64_t>& index) {
    int64_t at = 0;
    for (size_t i = 0; i < index.size(); ++i)
      at += index[i] * apart[i] * strides[i];
    move(n, at);
  });
  return {out};
}

constexpr HostOp kIndexOps[] = {
    {"take", take}, {"gather", gather_elements}, {"gather_nd", gather_nd},
    {"tile", tile}, {"nn.dilate", dilate},
};

}  // namespace

std::span<const HostOp> index_ops() {
  return kIndexOps;
}

}  // namespace vta::host
