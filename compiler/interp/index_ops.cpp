// Operators that choose elements by index, repeat them, or put zeros between them.
#include <cstring>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

// Indices as they count from the beginning; one outside the extent is an error.
std::vector<int64_t> places(const Tensor& indices) {
  std::vector<int64_t> result;
  if (indices.dtype() == DType::I32)
    result.assign(indices.data<int32_t>().begin(), indices.data<int32_t>().end());
  else
    result.assign(indices.data<int64_t>().begin(), indices.data<int64_t>().end());
  return result;
}

int64_t inside(const Call& call, int64_t index, int64_t extent) {
  if (index < -extent || index >= extent)
    throw CompileError(fmt::format("{}: index {} is outside an extent of {}: must be {} to {}",
                                   call.op, index, extent, -extent, extent - 1));
  return index < 0 ? index + extent : index;
}

void copy_elements(const Tensor& from, int64_t first, Tensor& to, int64_t at, int64_t count) {
  const auto bytes = dtype_bytes(from.dtype());
  std::memcpy(to.mutable_bytes().data() + at * bytes, from.bytes().data() + first * bytes,
              static_cast<size_t>(count * bytes));
}

std::vector<Tensor> take(const Call& call) {
  const Tensor& data = call.in(0);
  const AxisSplit s = split_at(data.shape(), axis_of(call.attrs.get_int("axis", 0), data.rank()));
  const std::vector<int64_t> indices = places(call.in(1));
  Tensor out = call.result();
  int64_t at = 0;
  for (int64_t o = 0; o < s.outer; ++o)
    for (const int64_t index : indices) {
      const int64_t row = o * s.extent + inside(call, index, s.extent);
      copy_elements(data, row * s.inner, out, at, s.inner);
      at += s.inner;
    }
  return {out};
}

// The index of element `n` of a tensor of this shape.
Shape unravelled(int64_t n, const Shape& shape) {
  Shape index(shape.size(), 0);
  for (size_t d = shape.size(); d-- > 0; n /= shape[d])
    index[d] = n % shape[d];
  return index;
}

std::vector<Tensor> gather(const Call& call) {
  const Tensor& data = call.in(0);
  const size_t axis = axis_of(call.attrs.get_int("axis", 0), data.rank());
  const std::vector<int64_t> indices = places(call.in(1));
  const Shape strides = strides_of(data.shape());
  Tensor out = call.result();
  for (int64_t n = 0; n < out.size(); ++n) {
    Shape index = unravelled(n, out.shape());
    index[axis] = inside(call, indices[static_cast<size_t>(n)], data.shape()[axis]);
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d)
      at += index[d] * strides[d];
    copy_elements(data, at, out, n, 1);
  }
  return {out};
}

std::vector<Tensor> gather_nd(const Call& call) {
  const Tensor& data = call.in(0);
  const auto batch = static_cast<size_t>(call.attrs.get_int("batch_dims", 0));
  const auto depth = static_cast<size_t>(call.in(1).shape().back());
  const std::vector<int64_t> indices = places(call.in(1));
  const Shape strides = strides_of(data.shape());
  Shape batches(data.shape().begin(), data.shape().begin() + static_cast<int64_t>(batch));
  int64_t slice = 1;
  for (size_t d = batch + depth; d < data.shape().size(); ++d)
    slice *= data.shape()[d];
  Tensor out = call.result();
  const size_t count = indices.size() / depth;
  const size_t per_batch = count / static_cast<size_t>(num_elements(batches));
  for (size_t n = 0; n < count; ++n) {
    int64_t at = batch == 0 ? 0 : static_cast<int64_t>(n / per_batch) * strides[batch - 1];
    for (size_t d = 0; d < depth; ++d)
      at += inside(call, indices[n * depth + d], data.shape()[batch + d]) * strides[batch + d];
    copy_elements(data, at, out, static_cast<int64_t>(n) * slice, slice);
  }
  return {out};
}

std::vector<Tensor> tile(const Call& call) {
  const Tensor& data = call.in(0);
  const Shape strides = strides_of(data.shape());
  Tensor out = call.result();
  for (int64_t n = 0; n < out.size(); ++n) {
    const Shape index = unravelled(n, out.shape());
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d)
      at += index[d] % data.shape()[d] * strides[d];
    copy_elements(data, at, out, n, 1);
  }
  return {out};
}

std::vector<Tensor> dilate(const Call& call) {
  const Tensor& data = call.in(0);
  const IntList apart = shapes::read_ints(call.attrs, "strides", {});
  Tensor out = call.result();
  const Shape strides = strides_of(out.shape());
  for (int64_t n = 0; n < data.size(); ++n) {
    const Shape index = unravelled(n, data.shape());
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d)
      at += index[d] * apart[d] * strides[d];
    copy_elements(data, n, out, at, 1);
  }
  return {out};
}

constexpr Evaluator kIndexOps[] = {
    {"take", take}, {"gather", gather},    {"gather_nd", gather_nd},
    {"tile", tile}, {"nn.dilate", dilate},
};

}  // namespace

std::span<const Evaluator> index_evaluators() {
  return kIndexOps;
}

}  // namespace vta::interp
