// The plan of a program as text: tiles and predicted traffic of every kernel, place and lifetime of
// every tensor. docs/plan.md describes the form.
#pragma once

#include <span>
#include <string>

#include "compiler/codegen/program_layout.h"
#include "compiler/kernels/kernel_plan.h"

namespace vta {

// JSON; the same text for the same network, schedule and configuration. `plans` are in the order of
// the layout's kernels, whose tensors have their places.
std::string plan_text(const ProgramLayout& layout, std::span<const KernelPlan> plans,
                      const NetworkSchedule& schedule, const VtaConfig& config);

}  // namespace vta
