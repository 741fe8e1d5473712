// Instructions and micro-ops as text; the grammar is assembler.h's.
#pragma once

#include <string>

#include "hw/isa/insn.h"

namespace vta {

// One line, without a line break, e.g.
//   load inp sram_base=0 dram_base=64 y_size=8 x_size=14 x_stride=16 y_pad_0=1 pop_next push_next
// Fields that are 0 are left out, single-bit fields that are 1 appear as their bare name. An opcode
// or memory type that no instruction has appears as a number (`op5`, `mem7`).
std::string disassemble(const Insn& insn);
std::string disassemble(const Uop& uop);  // "uop dst=4 src=0 wgt=12", always all three

}  // namespace vta
