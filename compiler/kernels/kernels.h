// All kinds of kernels.
#pragma once

#include <span>

#include "compiler/kernels/kind.h"

namespace vta {

std::span<const KernelKind* const> kernel_kinds();

// nullptr: there is no such kind.
const KernelKind* find_kind(Kernel::Kind kind, bool with_pool);

const KernelKind& kind_of(const Kernel& kernel, const Kernel* pool = nullptr);
const KernelKind& kind_of(const LayerId& layer);
const KernelKind& kind_of(const KernelPlan& plan);

}  // namespace vta
