#include "compiler/interp/broadcast.h"

namespace vta::interp {
namespace {

Shape broadcast_strides(const Shape& operand, const Shape& result) {
  const Shape own = strides_of(operand);
  Shape strides(result.size(), 0);
  const size_t shift = result.size() - operand.size();
  for (size_t i = 0; i < operand.size(); ++i)
    strides[shift + i] = operand[i] == 1 ? 0 : own[i];
  return strides;
}

}  // namespace

std::vector<MergedAxis> merged_axes(const Shape& result, const Shape& a, const Shape& b) {
  const Shape sa = broadcast_strides(a, result), sb = broadcast_strides(b, result);
  std::vector<MergedAxis> axes;
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i] == 1)
      continue;
    const MergedAxis axis{result[i], sa[i], sb[i]};
    if (!axes.empty() && axes.back().a_stride == axis.a_stride * axis.extent &&
        axes.back().b_stride == axis.b_stride * axis.extent)
      axes.back() = {axes.back().extent * axis.extent, axis.a_stride, axis.b_stride};
    else
      axes.push_back(axis);
  }
  if (axes.empty())
    axes.push_back({1, 0, 0});
  return axes;
}

}  // namespace vta::interp
