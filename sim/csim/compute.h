// GEMM, ALU and FINISH: hw/rtl/compute/README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hw/isa/insn.h"
#include "sim/semantics/machine_state.h"

namespace vta::csim {

// The edge at which a GEMM or ALU instruction without an index error is done. `uops`: the
// scratchpad.
int64_t steps_done(const Insn& insn, int64_t start, std::span<const UopEntry> uops,
                   const VtaConfig& config);
// The first step, counted from 0, with an index past its depth (INDEX_RANGE).
std::optional<int64_t> first_fault_step(const Insn& insn, const MachineState& state);
// The edge at which it is raised.
int64_t fault_edge(const Insn& insn, int64_t start, int64_t step, std::span<const UopEntry> uops,
                   const VtaConfig& config);

inline int64_t finish_done(int64_t start) {
  return start + 1;
}

}  // namespace vta::csim
