// Instructions and micro-ops, decoded: one plain struct with every field of every instruction.
//
// Every field is an int64_t, whatever its width; encoding checks widths (hw/isa/codec.h). Field
// names are those of the ISA, here, in assembly text and in the RTL.
#pragma once

#include <cstdint>
#include <string_view>

#include "config/alu_ops.h"
#include "config/memory_type.h"

namespace vta {

enum class Opcode : uint8_t { Load = 0, Store = 1, Gemm = 2, Finish = 3, Alu = 4 };

struct Insn {
  int64_t opcode = 0;  // raw: 5..7 can be decoded too and are reported as OPCODE errors
  int64_t pop_prev = 0, pop_next = 0, push_prev = 0, push_next = 0;
  // LOAD, STORE
  int64_t memory_type = 0, sram_base = 0, dram_base = 0;
  int64_t y_size = 0, x_size = 0, x_stride = 0;
  int64_t y_pad_0 = 0, y_pad_1 = 0, x_pad_0 = 0, x_pad_1 = 0;
  // GEMM, ALU
  int64_t reset = 0, uop_bgn = 0, uop_end = 0, iter_out = 0, iter_in = 0;
  int64_t dst_out = 0, dst_in = 0, src_out = 0, src_in = 0;
  int64_t wgt_out = 0, wgt_in = 0;  // GEMM only
  // ALU only. alu_opcode has its fourth bit, where the machine has one: reset is 0 there.
  int64_t alu_opcode = 0, use_imm = 0, imm = 0;

  Opcode op() const { return static_cast<Opcode>(opcode); }
  MemoryType memory() const { return static_cast<MemoryType>(memory_type); }
  AluOp alu() const { return static_cast<AluOp>(alu_opcode); }

  bool operator==(const Insn&) const = default;
};

inline constexpr int64_t kInsnBytes = 16;                     // in memory
inline constexpr int64_t kMaxIterations = (1 << 14) - 1;      // of iter_out and iter_in
inline constexpr int64_t kMaxTransferExtent = (1 << 16) - 1;  // of x_size, y_size, x_stride

struct Uop {
  int64_t dst = 0, src = 0, wgt = 0;
  bool operator==(const Uop&) const = default;
};

// Scratchpad elements of a LOAD or STORE, pads included.
constexpr int64_t scratchpad_elements(const Insn& i) {
  return (i.y_pad_0 + i.y_size + i.y_pad_1) * (i.x_pad_0 + i.x_size + i.x_pad_1);
}

// A LOAD or STORE that writes no element: it only handles its tokens.
inline bool is_nop(const Insn& i) {
  return (i.opcode == 0 || i.opcode == 1) && scratchpad_elements(i) == 0;
}

// The three units that execute instructions, and the queue rule of ISA section 3.
enum class Unit : uint8_t { Load = 0, Compute = 1, Store = 2 };
inline Unit unit_of(const Insn& i) {
  if (i.op() == Opcode::Store)
    return Unit::Store;
  const bool to_load_queue =
      i.op() == Opcode::Load && (i.memory() == MemoryType::Inp || i.memory() == MemoryType::Wgt);
  return to_load_queue ? Unit::Load : Unit::Compute;
}

// The pipe in which compute executes an instruction with ACC_OVERLAP 1 (hw/rtl/compute/overlap.md).
enum class Pipe : uint8_t { A = 0, G = 1 };
inline Pipe pipe_of(const Insn& i) {
  return i.op() == Opcode::Gemm && i.reset == 0 ? Pipe::G : Pipe::A;
}

// Elements of ACC, from src on, that a step of an ALU instruction reads; 0 for others.
inline int64_t src_vectors(const Insn& i) {
  if (i.op() != Opcode::Alu || i.use_imm != 0)
    return 0;
  const AluOperation* operation = alu_operation(i.alu_opcode);
  return operation == nullptr ? 1 : operation->vectors;
}

// Cycles from one step of a GEMM or ALU instruction to the next where nobody waits
// (hw/rtl/compute/README.md): a step reads ACC[dst] and its vectors through ACC's ports.
inline int64_t step_cycles(const Insn& i, int64_t acc_read_ports) {
  return (src_vectors(i) + acc_read_ports) / acc_read_ports;
}

// Cycles from the first read of a step until a later one can read what it wrote; 0 where the
// pipeline forwards it, so that none waits.
inline int64_t step_latency(const Insn& i, int64_t acc_read_ports) {
  const AluOperation* operation = i.op() == Opcode::Alu ? alu_operation(i.alu_opcode) : nullptr;
  if (operation == nullptr || operation->latency == 0)
    return 0;
  return operation->latency + 1 + (acc_read_ports == 1 ? 1 : 0);
}

// Cycles of an instruction beside those of its steps, its dot products and its waiting.
inline int64_t drain_cycles(const Insn& i, int64_t acc_read_ports) {
  constexpr int64_t kDrain = 6, kFirstRead = 3;
  const int64_t latency = step_latency(i, acc_read_ports);
  return latency == 0 ? kDrain : kFirstRead + latency - step_cycles(i, acc_read_ports);
}

// Error codes of ISA section 3; None is 0.
enum class IsaError : uint8_t {
  None = 0,
  Opcode = 1,
  MemoryType = 2,
  TokenBits = 3,
  Field = 4,
  UopRange = 5,
  SramRange = 6,
  DramRange = 7,
  IndexRange = 8,
  Deadlock = 9,
  NoFinish = 10,
  FinishNotLast = 11,
  BusError = 12,
  Timeout = 13,  // these two belong to the AXI shell: no simulator raises them
  Aborted = 14,
};
inline constexpr IsaError kLastError = IsaError::Aborted;
std::string_view isa_error_name(IsaError error);  // "OPCODE", "MEMORY_TYPE", ...

// Whether the error stops the units immediately: then the completed work depends on time, and no
// tokens are counted (ISA section 4).
constexpr bool stops_at_once(IsaError error) {
  return error == IsaError::IndexRange || error >= IsaError::BusError;
}

}  // namespace vta
