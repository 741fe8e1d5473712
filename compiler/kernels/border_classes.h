// Outputs of a convolution by the taps that lie in its data: what a pad is worth is added to their
// sums by class.
//
//   3x3, pads of 1:   rows {0}, {1 .. oh - 2}, {oh - 1}, and columns alike: 9 classes
//   no pads:          1 class
//
// The data of integer networks have a zero point z: sum of w * (x - z) over the taps in the data,
// where a pad counts nothing. A LOAD pads with 0, so that the accelerator's sums of w * x have the
// pads right; what is left, -z * (sum of w over the taps in the data), is one vector a class.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "compiler/kernels/window.h"

namespace vta {

// Of an axis' outputs, ascending; each range multiplies the same taps.
std::vector<Range> output_classes(const ConvAxis& axis);

struct BorderClasses {
  std::vector<Range> rows, columns;

  static BorderClasses of(const ConvGeometry& geometry);
  // A class is one of the rows and one of the columns, row by row.
  int64_t count() const { return std::ssize(rows) * std::ssize(columns); }
};

// -zero * (sum of a channel's weights whose taps are in the data), int32 [class][channels], 0 for
// channels that the weight has not. `weight`: int8 [oc][ic / groups], with [kh][kw] behind or
// packed as [oc][ic][kh][kw][oc][ic].
Tensor zero_point_vectors(const Tensor& weight, const ConvGeometry& geometry, int64_t zero,
                          int64_t channels);

}  // namespace vta
