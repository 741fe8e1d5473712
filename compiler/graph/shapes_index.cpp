// Operators that choose elements by index, and that repeat them.
#include "base/plural.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require_indices(const TensorType& type) {
  if (type.dtype != DType::I32 && type.dtype != DType::I64)
    fail("indices {} must be int32 or int64", type_text(type));
}

}  // namespace

// Slices of an axis: the axis becomes the axes of the indices.
Types take(Operands in, const Attrs& attrs) {
  require_indices(in[1]);
  const auto axis = normal_axis(attrs.get_int("axis", 0), rank_of(in[0]));
  TensorType out = in[0];
  out.shape.erase(out.shape.begin() + axis);
  out.shape.insert(out.shape.begin() + axis, in[1].shape.begin(), in[1].shape.end());
  return {out};
}

// An index per element of the result: out[i][j] = data[indices[i][j]][j] along axis 0.
Types gather(Operands in, const Attrs& attrs) {
  require_indices(in[1]);
  const auto axis = static_cast<size_t>(normal_axis(attrs.get_int("axis", 0), rank_of(in[0])));
  if (in[1].shape.size() != in[0].shape.size())
    fail("indices {} must have the rank of data {}", type_text(in[1]), type_text(in[0]));
  for (size_t i = 0; i < in[0].shape.size(); ++i)
    if (i != axis && in[1].shape[i] > in[0].shape[i])
      fail("indices {} exceed data {} on axis {}", type_text(in[1]), type_text(in[0]), i);
  return {{in[1].shape, in[0].dtype}};
}

// The last axis of the indices names a place in the axes of the data after `batch_dims`.
Types gather_nd(Operands in, const Attrs& attrs) {
  require_indices(in[1]);
  const Shape &data = in[0].shape, &indices = in[1].shape;
  const int64_t batch = attrs.get_int("batch_dims", 0);
  if (indices.empty() || data.empty() || batch < 0 ||
      batch >= std::min(rank_of(in[0]), rank_of(in[1])))
    fail("batch_dims={} must be 0 or more and below the ranks of data {} and indices {}", batch,
         type_text(in[0]), type_text(in[1]));
  const auto first = static_cast<size_t>(batch);
  for (size_t i = 0; i < first; ++i)
    if (data[i] != indices[i])
      fail("data {} and indices {} differ on batch axis {}", type_text(in[0]), type_text(in[1]), i);
  const int64_t depth = indices.back();
  if (depth > rank_of(in[0]) - batch)
    fail("indices {} have places of {} axes, data {} has {} after batch_dims={}", type_text(in[1]),
         depth, type_text(in[0]), rank_of(in[0]) - batch, batch);
  TensorType out{{indices.begin(), indices.end() - 1}, in[0].dtype};
  out.shape.insert(out.shape.end(), data.begin() + static_cast<int64_t>(first) + depth, data.end());
  return {out};
}

Types tile(Operands in, const Attrs& attrs) {
  const IntList reps = read_ints(attrs, "reps", {});
  if (reps.size() != in[0].shape.size())
    fail("reps has {}, data {} has rank {}", counted(std::ssize(reps), "value"), type_text(in[0]),
         in[0].shape.size());
  TensorType out = in[0];
  for (size_t i = 0; i < reps.size(); ++i) {
    if (reps[i] < 1)
      fail("reps has {}: must be at least 1", reps[i]);
    out.shape[i] *= reps[i];
  }
  return {out};
}

}  // namespace vta::shapes
