// Attention: products of queries and keys, softmax, products with values; one kernel for all heads
// of all images.
#pragma once

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kAttention;

}  // namespace vta
