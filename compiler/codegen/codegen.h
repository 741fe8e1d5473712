// From a lowered graph and its schedule to a Program: order, placement, instruction streams, packed
// constants. It makes no choices.
#pragma once

#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta {

struct CodegenTimes {
  double codegen_seconds = 0, pack_seconds = 0;
};

struct CodegenOptions {
  // False: the constants' contents are left out. Their places, and so the instructions, stay.
  bool constants = true;
  std::string* plan = nullptr;  // gets plan_text(); may be null
};

// Carries out a schedule that schedule_network() or a file made for this graph and configuration.
// The program's provenance is left to the caller. `times` may be null.
Program generate_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                         const VtaConfig& config, const CodegenOptions& options = {},
                         CodegenTimes* times = nullptr);

}  // namespace vta
