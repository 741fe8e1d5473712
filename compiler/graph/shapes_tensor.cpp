#include <algorithm>

#include "base/round.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require(const Attrs& attrs, std::string_view name) {
  if (attrs.find(name) == nullptr)
    fail("attribute {} is missing", name);
}

}  // namespace

// 0 copies the operand's extent at the same place; one -1 takes what is left.
Types reshape(Operands in, const Attrs& attrs) {
  require(attrs, "newshape");
  TensorType out{read_ints(attrs, "newshape", {}), in[0].dtype};
  int64_t known = 1;
  int64_t* open = nullptr;
  for (size_t i = 0; i < out.shape.size(); ++i) {
    int64_t& extent = out.shape[i];
    if (extent == 0 && i < in[0].shape.size())
      extent = in[0].shape[i];
    if (extent == -1 && open == nullptr) {
      open = &extent;
      continue;
    }
    if (extent < 1)
      fail("newshape has {} at place {}: expected extents, 0 for a copied one, at most one -1",
           extent, i);
    known *= extent;
    if (known > kMaxElements)
      break;
  }
  const int64_t total = num_elements(in[0].shape);
  if (open != nullptr && known <= total)
    *open = total / known;
  if (known > kMaxElements || open == nullptr ? known != total : total % known != 0)
    fail("newshape [{}] does not hold the {} elements of {}",
         fmt::join(read_ints(attrs, "newshape", {}), ", "), total, type_text(in[0]));
  return {out};
}

Types transpose(Operands in, const Attrs& attrs) {
  const int64_t rank = rank_of(in[0]);
  IntList reversed;
  for (int64_t i = rank - 1; i >= 0; --i)
    reversed.push_back(i);
  const auto axes = normal_axes(read_ints(attrs, "axes", reversed), rank);
  if (static_cast<int64_t>(axes.size()) != rank)
    fail("axes has {} values, operand {} has rank {}", axes.size(), type_text(in[0]), rank);
  TensorType out{{}, in[0].dtype};
  for (int64_t axis : axes)
    out.shape.push_back(in[0].shape[static_cast<size_t>(axis)]);
  return {out};
}

Types squeeze(Operands in, const Attrs& attrs) {
  const int64_t rank = rank_of(in[0]);
  const bool all = attrs.find("axis") == nullptr;
  const auto axes = normal_axes(read_ints(attrs, "axis", {}), rank);
  TensorType out{{}, in[0].dtype};
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t extent = in[0].shape[static_cast<size_t>(i)];
    const bool named = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (named && extent != 1)
      fail("axis {} of {} has extent {}: only 1 can be squeezed", i, type_text(in[0]), extent);
    if (!named && !(all && extent == 1))
      out.shape.push_back(extent);
  }
  return {out};
}

Types expand_dims(Operands in, const Attrs& attrs) {
  require(attrs, "axis");
  const int64_t count = attrs.get_int("num_newaxis", 1);
  if (count < 0 || count > 16)
    fail("num_newaxis={} must be 0..16", count);
  const int64_t axis = normal_axis(attrs.get_int("axis", 0), rank_of(in[0]) + 1);
  TensorType out = in[0];
  out.shape.insert(out.shape.begin() + axis, static_cast<size_t>(count), 1);
  return {out};
}

Types concatenate(Operands in, const Attrs& attrs) {
  const auto axis = static_cast<size_t>(normal_axis(attrs.get_int("axis", 0), rank_of(in[0])));
  TensorType out = in[0];
  for (const TensorType& t : in.subspan(1)) {
    TensorType expected = in[0];
    if (t.shape.size() == expected.shape.size())
      expected.shape[axis] = t.shape[axis];
    if (t != expected)
      fail("operand {} does not agree with {} outside axis {}", type_text(t), type_text(in[0]),
           axis);
    out.shape[axis] += t.shape[axis];
  }
  return {out};
}

// indices_or_sections: a number of equal parts, or the list of places to cut at.
Types split(Operands in, const Attrs& attrs) {
  require(attrs, "indices_or_sections");
  const auto axis = static_cast<size_t>(normal_axis(attrs.get_int("axis", 0), rank_of(in[0])));
  const int64_t extent = in[0].shape[axis];
  IntList cuts = read_ints(attrs, "indices_or_sections", {}, kMaxResults - 1);
  if (std::holds_alternative<int64_t>(*attrs.find("indices_or_sections"))) {
    const int64_t sections = cuts.front();
    if (sections < 1 || extent % sections != 0)
      fail("indices_or_sections={} must divide extent {} of axis {}", sections, extent, axis);
    if (sections > static_cast<int64_t>(kMaxResults))
      fail("indices_or_sections={}: at most {} parts are supported", sections, kMaxResults);
    cuts.clear();
    for (int64_t i = 1; i < sections; ++i)
      cuts.push_back(i * (extent / sections));
  }
  cuts.push_back(extent);
  Types out;
  int64_t begin = 0;
  for (int64_t end : cuts) {
    if (end <= begin || end > extent)
      fail("indices_or_sections must rise within 1..{}: {} follows {}", extent - 1, end, begin);
    out.push_back(in[0]);
    out.back().shape[axis] = end - begin;
    begin = end;
  }
  return out;
}

// Negative begin and end count from the end; both are clamped, as in numpy: to 0..extent where the
// stride is positive, to -1..extent - 1 where it is negative.
Types strided_slice(Operands in, const Attrs& attrs) {
  require(attrs, "begin");
  require(attrs, "end");
  const IntList begin = read_ints(attrs, "begin", {}), end = read_ints(attrs, "end", {});
  IntList all;
  for (size_t i = 0; i < begin.size(); ++i)
    all.push_back(static_cast<int64_t>(i));
  const auto axes = normal_axes(read_ints(attrs, "axes", all), rank_of(in[0]));
  IntList strides = read_ints(attrs, "strides", {1});
  if (strides.size() == 1)
    strides.resize(std::max<size_t>(begin.size(), 1), strides[0]);
  if (begin.size() != end.size() || begin.size() != axes.size() || begin.size() > strides.size())
    fail("begin, end, strides and axes have {}, {}, {} and {} values: must be equally many",
         begin.size(), end.size(), strides.size(), axes.size());
  TensorType out = in[0];
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t& extent = out.shape[static_cast<size_t>(axes[i])];
    const int64_t stride = strides[i];
    if (stride == 0)
      fail("strides has 0: must be at least 1, or at most -1");
    const int64_t low = stride > 0 ? 0 : -1;
    const auto place = [extent, low](int64_t v) {
      return std::clamp<int64_t>(v < 0 ? v + extent : v, low, extent + low);
    };
    const int64_t span = (place(end[i]) - place(begin[i])) * (stride > 0 ? 1 : -1);
    if (span < 1)
      fail("slice {}..{} of axis {} (extent {}) is empty", begin[i], end[i], axes[i], extent);
    extent = ceil_div(span, std::abs(stride));
  }
  return {out};
}

Types broadcast_to(Operands in, const Attrs& attrs) {
  require(attrs, "shape");
  const Shape shape = read_ints(attrs, "shape", {});
  check_type({shape, in[0].dtype});
  if (broadcast(in[0].shape, shape) != shape)
    fail("{} cannot be broadcast to {}", type_text(in[0]), shape_text(shape));
  return {{shape, in[0].dtype}};
}

}  // namespace vta::shapes
