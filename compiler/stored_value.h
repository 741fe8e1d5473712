// Values as kernels store them, in the form that the graph has.
#pragma once

#include "base/tensor.h"

namespace vta {

// What a kernel stored, (N, C, H, W), in the form of the graph's value of its name: packed values
// are those of listings.
Tensor in_form_of(const Tensor& nchw, const TensorType& type);

}  // namespace vta
