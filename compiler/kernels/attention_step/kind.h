// A step of attention: one query on the keys and values of all positions until its own, which the
// kernel keeps in DRAM.
#pragma once

#include "compiler/kernels/kind.h"

namespace vta {

extern const KernelKind kAttentionStep;

}  // namespace vta
