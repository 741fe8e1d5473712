// Data of a slice of the trace about its instruction.
#pragma once

#include <string>

#include "explore/trace/event_writer.h"
#include "sim/trace_sink.h"

namespace vta::explore {

// "load wgt", "gemm", "gemm reset", "alu add", "nop".
std::string insn_title(const Insn& insn);
// Every field that the instruction has (config/field_table.h), tokens included.
JsonMembers field_args(const Insn& insn);
// The states with a non-zero count.
JsonMembers state_args(const StateCycles& states);
// The cycles of the unit in each state before the instruction.
JsonMembers wait_args(const Execution& execution);

}  // namespace vta::explore
