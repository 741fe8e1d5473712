// Assembly text to instructions and micro-ops: the inverse of disassembler.h.
//
// One instruction or micro-op per line; `#` starts a comment. A line is
//   load|store uop|wgt|inp|acc|out|acc8 <field>...
//   gemm <field>...
//   alu min|max|add|shr|mul|clip|rshr|mov <field>...
//   finish <field>...
//   uop dst=<n> src=<n> wgt=<n>
// with fields as `name=value` (decimal, 0x hexadecimal, `-` for signed fields) in any order, each
// at most once; a bare name is value 1 and legal for one-bit fields; an absent field is 0. The
// words op5..op7, mem6 and mem7 stand for encodings that no legal instruction uses, so that any
// stream has a text.
#pragma once

#include <string_view>
#include <vector>

#include "hw/isa/codec.h"

namespace vta {

struct AssemblyUnit {
  std::vector<Insn> insns;  // in order of their lines
  std::vector<Uop> uops;    // likewise
};

// Values are checked against the field widths of `codec`. Throws InputError with origin, line,
// column, the wrong word and the legal alternatives.
AssemblyUnit assemble(std::string_view text, std::string_view origin, const InsnCodec& codec);
// The instructions alone, as in memory.
std::vector<InsnBits> assemble_stream(std::string_view text, std::string_view origin,
                                      const VtaConfig& config);

}  // namespace vta
