// Classes of a convolution's outputs: those of a class multiply the same taps of the kernel by
// data, and the other taps by pads.
//
//   3x3, pads of 1:   rows {0}, {1 .. oh - 2}, {oh - 1}, and columns alike: 9 classes
//   no pads:          1 class
//
// The data of integer networks have a zero point z: a sum is that of w * (x - z) over the taps in
// the data, and a pad adds nothing. The accelerator sums w * x, and a LOAD pads with 0, which adds
// nothing either. The difference, -z * (sum of w over the taps in the data), is the same for all
// outputs of a class: each class has one vector of it.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "compiler/kernels/window.h"

namespace vta {

// The outputs of an axis in ranges, ascending; those of a range multiply the same taps by data.
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
