// From a lowered graph to a Program: order, placement, instruction streams, packed constants.
#pragma once

#include "compiler/lower/kernel.h"
#include "compiler/schedule/schedule.h"
#include "runtime/program.h"

namespace vta {

struct CodegenTimes {
  double schedule_seconds = 0, codegen_seconds = 0, pack_seconds = 0;
};

struct CodegenOptions {
  // False: the constants' contents are left out. Their places, and so the instructions, stay.
  bool constants = true;
  // Gets a sentence for each layer that the schedule's tile file does not serve; may be null.
  std::vector<std::string>* notes = nullptr;
  std::string* plan = nullptr;  // gets plan_text(); may be null
};

// The program's provenance is left to the caller. `times` may be null.
Program generate_program(const LoweredGraph& lowered, SchedulePolicy& policy,
                         const VtaConfig& config, const CodegenOptions& options = {},
                         CodegenTimes* times = nullptr);

}  // namespace vta
