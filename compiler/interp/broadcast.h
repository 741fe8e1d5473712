// Binary functions of tensors with NumPy's broadcasting.
//
// The result is walked in rows along its last axis, after merging neighbouring axes that both
// operands treat alike: (1,64,56,56) + (64,1,1) becomes 64 rows of 3136 with one value each.
#pragma once

#include <vector>

#include "compiler/interp/eval.h"

namespace vta::interp {

struct MergedAxis {
  int64_t extent, a_stride, b_stride;
};

// Neighbouring axes that both operands treat alike are one; at least one axis.
std::vector<MergedAxis> merged_axes(const Shape& result, const Shape& a, const Shape& b);

template <typename T, typename R, typename Fn>
void apply_row(const T* a, int64_t a_stride, const T* b, int64_t b_stride, R* out, int64_t n,
               Fn fn) {
  if (b_stride == 0) {
    const T y = *b;
    for (int64_t i = 0; i < n; ++i)
      out[i] = fn(a[i * a_stride], y);
  } else {
    for (int64_t i = 0; i < n; ++i)
      out[i] = fn(a[i * a_stride], b[i]);
  }
}

template <typename T, typename R, typename Fn>
void broadcast(const Tensor& a, const Tensor& b, Tensor& out, Fn fn) {
  const std::vector<MergedAxis> axes = merged_axes(out.shape(), a.shape(), b.shape());
  const MergedAxis row = axes.back();
  const T* pa = a.data<T>().data();
  const T* pb = b.data<T>().data();
  R* po = out.mutable_data<R>().data();
  Shape index(axes.size(), 0);
  for (int64_t o = 0; o < out.size(); o += row.extent) {
    int64_t ia = 0, ib = 0;
    for (size_t d = 0; d + 1 < axes.size(); ++d) {
      ia += index[d] * axes[d].a_stride;
      ib += index[d] * axes[d].b_stride;
    }
    if (row.a_stride == 1)
      apply_row<T, R>(pa + ia, 1, pb + ib, row.b_stride, po + o, row.extent, fn);
    else
      apply_row<T, R>(pa + ia, row.a_stride, pb + ib, row.b_stride, po + o, row.extent, fn);
    for (size_t d = axes.size() - 1; d-- > 0;) {
      if (++index[d] < axes[d].extent)
        break;
      index[d] = 0;
    }
  }
}

}  // namespace vta::interp
