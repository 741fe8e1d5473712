// How a byte stores a value, and which of the byte's steps the value can take.
#pragma once

#include <cstdint>

#include "base/tensor.h"
#include "compiler/graph/graph.h"

namespace vta {

// (step - zero) * scale, steps within low..high.
struct StoredSteps {
  Tensor scale, zero;
  int64_t low, high;

  StoredSteps(const Tensor& of_scale, const Tensor& of_zero);

  // The limits of a value that comes out of this nn.relu or clip of real values: quantizing keeps
  // their order. The scale is one number.
  StoredSteps behind(const Node& limits) const;
  // A scalar in the zero point's type.
  Tensor step(int64_t value) const;
};

}  // namespace vta
