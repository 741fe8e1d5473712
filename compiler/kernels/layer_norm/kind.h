// The kernel of qnn.layer_norm.
#pragma once

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kLayerNorm;

}  // namespace vta
