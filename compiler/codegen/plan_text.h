// The plan of a program as text: tiles and predicted traffic of every kernel, place and lifetime of
// every tensor. docs/plan.md describes the form.
#pragma once

#include <string>

#include "compiler/codegen/program_layout.h"

namespace vta {

// JSON; the same text for the same network, schedule and configuration. The layout's tensors have
// their places.
std::string plan_text(const ProgramLayout& layout, const NetworkSchedule& schedule,
                      const VtaConfig& config);

}  // namespace vta
