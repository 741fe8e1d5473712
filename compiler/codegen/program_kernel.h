// A kernel as its program lists it: names, what it computes, the least that it needs.
#pragma once

#include "compiler/codegen/program_layout.h"
#include "compiler/kernels/kernel_plan.h"
#include "runtime/program.h"

namespace vta {

// Without the places of its instructions. `follower`: the kernel that is computed with it, or the
// part of it; nullptr: none.
ProgramKernel program_kernel(const KernelPlan& plan, const KernelStep& step, const Kernel* follower,
                             const VtaConfig& config);

}  // namespace vta
