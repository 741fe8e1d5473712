// Classes of programs at limits: indices and ranges that end with the last element or one behind
// it, bursts that the memory refuses or just does not.
#pragma once

#include "sim/cosim/class_names.h"
#include "sim/cosim/refusals.h"

namespace vta::cosim {

void add_limit_class_names(const VtaConfig& config, ClassNames& names);

// A GEMM or ALU instruction, given the micro-ops in the scratchpad.
void add_index_classes(const VtaConfig& config, const Insn& insn, const std::vector<Uop>& uops,
                       ClassNames& names);
// An instruction with a static error.
void add_range_classes(const VtaConfig& config, const Insn& insn, IsaError error,
                       ClassNames& names);
// A program whose memory refuses; `error_insn` of the last launch, where it ends with BUS_ERROR.
void add_refusal_classes(const TestProgram& program, std::optional<int64_t> error_insn,
                         ClassNames& names);

}  // namespace vta::cosim
