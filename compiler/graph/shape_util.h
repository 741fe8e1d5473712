// Tools of shape functions: errors with a reason, reading attributes with bounds, axes, windows.
//
// Shape functions throw CompileError without the operator's name; infer_types() puts it in front.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attrs.h"
#include "compiler/graph/graph.h"
#include "compiler/graph/layout.h"

namespace vta::shapes {

using Types = std::vector<TensorType>;
using Operands = std::span<const TensorType>;

// Limits that no real network reaches, chosen so that products of a few of them stay far below
// overflow.
constexpr int64_t kMaxExtent = int64_t{1} << 30;
constexpr int64_t kMaxElements = int64_t{1} << 40;
constexpr size_t kMaxRank = 16;
constexpr int64_t kMaxWindow = int64_t{1} << 20;  // kernels, strides, dilations and pads of windows
constexpr size_t kMaxResults = 4096;              // of one operator

template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw CompileError(fmt::format(format, std::forward<Args>(args)...));
}

inline int64_t rank_of(const TensorType& type) {
  return static_cast<int64_t>(type.shape.size());
}

// At most kMaxRank extents, each in least..kMaxExtent, and no more than kMaxElements in all.
// Constants may have an extent of 0: what an operator leaves out.
void check_type(const TensorType& type, int64_t least = 1);

// An integer or a list, as a list of as many values as a tensor can have axes, unless `most` allows
// more; every value within +-kMaxExtent.
IntList read_ints(const Attrs& attrs, std::string_view name, const IntList& absent,
                  size_t most = kMaxRank);
// One or two values in least..kMaxWindow, as (h, w).
std::array<int64_t, 2> read_pair(const Attrs& attrs, std::string_view name, int64_t absent,
                                 int64_t least);
// One, two or four values in 0..kMaxWindow as (top, left, bottom, right).
std::array<int64_t, 4> read_padding(const Attrs& attrs);
DType read_dtype(const Attrs& attrs, std::string_view name, DType absent);

// An axis in -rank..rank-1 as 0..rank-1.
int64_t normal_axis(int64_t axis, int64_t rank);
std::vector<int64_t> normal_axes(const IntList& axes, int64_t rank);

Shape broadcast(const Shape& a, const Shape& b);

// The least and the greatest value of int8, uint8 or int32.
std::pair<int64_t, int64_t> integer_bounds(DType dtype);

// Positions of a window along one axis: 1 + floor or ceil of (extent + pads - span) / stride. With
// `ceil`, a last window that would begin behind the data and the leading pad is left out.
struct WindowAxis {
  int64_t extent, pad_before, pad_after, kernel, stride, dilation;
  std::string_view name;  // "height"
};
int64_t window_count(const WindowAxis& axis, bool ceil);

}  // namespace vta::shapes
