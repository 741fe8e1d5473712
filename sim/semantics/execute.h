// The effects of each instruction (ISA sections 4 to 6): the readable reference of every simulator.
//
// Instructions given here have passed check_insn (sim/semantics/static_check.h); only INDEX_RANGE
// is found while executing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/isa/insn.h"
#include "sim/counters.h"
#include "sim/semantics/machine_state.h"

namespace vta {

// Part [o_begin, o_end) x [i_begin, i_end) of the loop nest of a GEMM or ALU instruction.
struct LoopRange {
  int64_t o_begin = 0, o_end = 0, i_begin = 0, i_end = 0;
};
inline LoopRange whole_loop(const Insn& insn) {
  return {0, insn.iter_out, 0, insn.iter_in};
}

// DRAM at the byte address of the memory type's base register.
void execute_load(const Insn& insn, const std::byte* dram_base, MachineState& state);
void execute_store(const Insn& insn, std::byte* dram_base, const MachineState& state);

// Steps of the loop nest in order. Indices must be in range: see find_index_fault.
void execute_gemm(const Insn& insn, const LoopRange& range, MachineState& state);
void execute_alu(const Insn& insn, const LoopRange& range, MachineState& state);

// ALU operation on one lane: `acc` is ACC[dst], `y` the immediate or ACC[src]. Not of
// an operation with parameters.
int32_t alu_lane(AluOp op, int32_t acc, int32_t y);

// INDEX_RANGE (error 8): describes a step of a GEMM or ALU instruction whose dst, src or wgt is
// past its depth; nothing when all steps are in range.
std::optional<std::string> find_index_fault(const Insn& insn, const MachineState& state);

// Micro-ops of [uop_bgn, uop_end), 0 when reversed; steps of the whole instruction.
int64_t uop_count(const Insn& insn);
int64_t step_count(const Insn& insn);
// Simulators run longer instructions in slices, so that a run can be advanced and stopped.
inline constexpr int64_t kSliceSteps = int64_t{1} << 20;

// Adds what a completed instruction contributes to the counters (ISA section 7).
void count_insn(const Insn& insn, const VtaConfig& config, Counters& counters);

}  // namespace vta
