// Weights of a model that came quantized: multiples of a step per output channel.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace vta {

struct ModelWeights {
  std::vector<int> exponents;  // of int8 weights, per output channel
  bool exact = true;           // every weight is a multiple of its channel's 2^exponent within int8
  int64_t clipped = 0;         // weights that become -127 and were -128
};

// Float weights, output channel first. A channel whose values are whole steps of a power of two has
// the finest exponent that covers them; -128 steps are clipped where that loses less than
// doubling the step. Other channels have the exponent of least squared error; channels of zeros
// the coarsest of the others.
ModelWeights model_weights(const Tensor& weight);

}  // namespace vta
