#include "explore/trace/insn_args.h"

#include "config/field_table.h"
#include "hw/isa/disassembler.h"
#include "hw/isa/field_members.h"

namespace vta::explore {

// The words of the disassembly before the first value.
std::string insn_title(const Insn& insn) {
  if (is_nop(insn))
    return "nop";
  if (insn.op() == Opcode::Gemm)
    return insn.reset != 0 ? "gemm reset" : "gemm";
  const std::string text = disassemble(insn);
  return text.substr(0, text.find(' ', text.find(' ') + 1));
}

JsonMembers field_args(const Insn& insn) {
  JsonMembers args;
  for (const FieldSpec& field : field_table())
    if ((field.opcodes >> insn.opcode & 1) != 0)
      args.add(field.name, insn.*insn_member(field.name));
  return args;
}

JsonMembers state_args(const StateCycles& states) {
  JsonMembers args;
  for (int s = 0; s < kNumUnitStates; ++s)
    if (const int64_t cycles = states[static_cast<size_t>(s)]; cycles != 0)
      args.add(unit_state_name(static_cast<UnitState>(s)), cycles);
  return args;
}

JsonMembers wait_args(const Execution& e) {
  StateCycles states{};
  states[static_cast<size_t>(UnitState::None)] = e.visible - e.free;
  states[static_cast<size_t>(UnitState::TokenPrev)] = e.prev_token - e.visible;
  states[static_cast<size_t>(UnitState::TokenNext)] = e.next_token - e.prev_token;
  return state_args(states);
}

}  // namespace vta::explore
