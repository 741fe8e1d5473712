#include "sim/semantics/static_check.h"

#include <fmt/format.h>

#include <limits>

#include "base/error.h"
#include "hw/isa/disassembler.h"

namespace vta {
namespace {

Fault fault(IsaError error, std::string text) {
  return {error, std::move(text)};
}

Fault check_opcode(const Insn& i, const VtaConfig& config) {
  if (i.opcode > 4)
    return fault(IsaError::Opcode, fmt::format("opcode {}: legal are 0..4", i.opcode));
  if (i.op() == Opcode::Alu && !is_legal_alu_code(i.alu_opcode, config.isa_ext))
    return fault(IsaError::Opcode,
                 fmt::format("alu_opcode {} is {}: legal are {} with ISA_EXT {}", i.alu_opcode,
                             alu_operation(i.alu_opcode) != nullptr ? "an extension" : "illegal",
                             legal_alu_codes(config.isa_ext), config.isa_ext));
  return {};
}

Fault check_memory_type(const Insn& i) {
  if (i.op() == Opcode::Store && i.memory() != MemoryType::Out)
    return fault(IsaError::MemoryType,
                 fmt::format("memory_type {} of a STORE: only 4 (OUT) is legal", i.memory_type));
  if (i.op() == Opcode::Load && (i.memory_type > 5 || i.memory() == MemoryType::Out))
    return fault(IsaError::MemoryType,
                 fmt::format("memory_type {} of a LOAD: legal are 0 UOP, 1 WGT, 2 INP, 3 ACC, "
                             "5 ACC_8BIT",
                             i.memory_type));
  return {};
}

Fault check_tokens(const Insn& i) {
  const Unit unit = unit_of(i);
  if (unit == Unit::Load && (i.pop_prev | i.push_prev) != 0)
    return fault(IsaError::TokenBits,
                 fmt::format("pop_prev {} push_prev {}: both must be 0, nothing precedes load",
                             i.pop_prev, i.push_prev));
  if (unit == Unit::Store && (i.pop_next | i.push_next) != 0)
    return fault(IsaError::TokenBits,
                 fmt::format("pop_next {} push_next {}: both must be 0, nothing follows store",
                             i.pop_next, i.push_next));
  return {};
}

Fault check_fields(const Insn& i) {
  const bool pads = (i.y_pad_0 | i.y_pad_1 | i.x_pad_0 | i.x_pad_1) != 0;
  const bool memory = i.op() == Opcode::Load || i.op() == Opcode::Store;
  if (memory && pads && (i.op() == Opcode::Store || i.memory() == MemoryType::Uop))
    return fault(IsaError::Field,
                 fmt::format("pads {} {} {} {}: must be 0 for a STORE and a LOAD UOP", i.y_pad_0,
                             i.y_pad_1, i.x_pad_0, i.x_pad_1));
  if (i.op() == Opcode::Alu)
    if (std::string problem = alu_form_problem(*alu_operation(i.alu_opcode), i.use_imm, i.imm);
        !problem.empty())
      return fault(IsaError::Field, std::move(problem));
  return {};
}

Fault check_uop_range(const Insn& i, const VtaConfig& config) {
  const int64_t depth = config.depth(MemoryType::Uop);
  if ((i.op() == Opcode::Gemm || i.op() == Opcode::Alu) && i.uop_end > depth)
    return fault(IsaError::UopRange,
                 fmt::format("uop_end {}: the scratchpad holds {} micro-ops", i.uop_end, depth));
  return {};
}

Fault check_sram(const Insn& i, const VtaConfig& config) {
  const int64_t elements = scratchpad_elements(i);
  const int64_t depth = config.depth(i.memory());
  if (i.sram_base + elements > depth)
    return fault(IsaError::SramRange, fmt::format("scratchpad elements [{}, {}): it holds {}",
                                                  i.sram_base, i.sram_base + elements, depth));
  return {};
}

// Rows are read upwards, so the first row's begin and the last row's end bound them all.
Fault check_dram(const Insn& i, const CheckContext& context) {
  if (i.y_size == 0 || i.x_size == 0)
    return {};
  const auto bytes = static_cast<uint64_t>(context.config.element_bytes(i.memory()));
  const uint64_t base = context.bases.of(i.memory());
  const uint64_t begin = static_cast<uint64_t>(i.dram_base) * bytes;
  const uint64_t end =
      begin + static_cast<uint64_t>((i.y_size - 1) * i.x_stride + i.x_size) * bytes;
  const bool wraps = base > std::numeric_limits<uint64_t>::max() - end;
  if (wraps || base + begin < context.window.lo || base + end > context.window.hi)
    return fault(IsaError::DramRange,
                 fmt::format("DRAM bytes [{:#x}, {:#x}) from base {:#x}: legal are [{:#x}, {:#x})",
                             base + begin, base + end, base, context.window.lo, context.window.hi));
  return {};
}

Fault check_memory_insn(const Insn& i, const CheckContext& context) {
  if (Fault f = check_memory_type(i))
    return f;
  if (Fault f = check_tokens(i))
    return f;
  if (is_nop(i))
    return {};
  if (Fault f = check_fields(i))
    return f;
  if (Fault f = check_sram(i, context.config))
    return f;
  return check_dram(i, context);
}

Fault check_finish(const Insn& i, int64_t index, int64_t count) {
  if (i.op() == Opcode::Finish && index != count - 1)
    return fault(IsaError::FinishNotLast,
                 fmt::format("FINISH must be the last of the {} instructions", count));
  return {};
}

}  // namespace

uint64_t BaseAddresses::of(MemoryType type) const {
  switch (type) {
    case MemoryType::Uop:
      return uop;
    case MemoryType::Wgt:
      return wgt;
    case MemoryType::Inp:
      return inp;
    case MemoryType::Acc:
    case MemoryType::Acc8:
      return acc;
    case MemoryType::Out:
      return out;
  }
  throw InternalError("unknown memory type");
}

Fault check_insn(const Insn& i, int64_t index, const CheckContext& context) {
  if (Fault f = check_opcode(i, context.config))
    return f;
  if (i.op() == Opcode::Load || i.op() == Opcode::Store) {
    if (Fault f = check_memory_insn(i, context))
      return f;
  } else {
    if (Fault f = check_fields(i))
      return f;
    if (Fault f = check_uop_range(i, context.config))
      return f;
  }
  return check_finish(i, index, context.insn_count);
}

std::string fault_report(IsaError error, int64_t index, const std::string& text, const Insn* insn) {
  std::string out = fmt::format("{}: instruction {}: {}", isa_error_name(error), index, text);
  if (insn != nullptr)
    out += fmt::format("\n  {}", disassemble(*insn));
  return out;
}

}  // namespace vta
