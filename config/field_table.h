// The one table of instruction and micro-op fields, in order, with their widths (docs/isa.md).
//
// It is here, below hw/isa, because a configuration is legal only if every instruction fits 128
// bits and every micro-op its word. hw/isa binds each row to its member of Insn or Uop; the codec,
// assembler, disassembler, random instructions and the SystemVerilog package follow.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "config/vta_config.h"

namespace vta {

// A width is a constant plus the log2 depth of a scratchpad, or of the deeper of two.
enum class DepthTerm : uint8_t { None, Uop, Inp, Wgt, Acc, AccOrInp };

struct FieldWidth {
  DepthTerm term = DepthTerm::None;
  int64_t bits = 0;
  int64_t of(const VtaConfig& config) const;
};

// Sets of opcodes, as bits 1 << opcode.
inline constexpr unsigned kMemoryOpcodes = 1u << 0 | 1u << 1;
inline constexpr unsigned kGemmOpcode = 1u << 2;
inline constexpr unsigned kAluOpcode = 1u << 4;
inline constexpr unsigned kComputeOpcodes = kGemmOpcode | kAluOpcode;
inline constexpr unsigned kAllOpcodes = 0xff;

struct FieldSpec {
  std::string_view name;  // also the member of Insn
  FieldWidth width;
  unsigned opcodes;  // instructions that have the field
  bool is_signed = false;
};
inline bool is_flag(const FieldSpec& f) {
  return f.width.term == DepthTerm::None && f.width.bits == 1;
}
inline bool is_common(const FieldSpec& f) {
  return f.opcodes == kAllOpcodes;
}  // opcode, tokens
std::span<const FieldSpec> field_table();  // an instruction's fields are its rows, in table order

struct UopFieldSpec {
  std::string_view name;  // also the member of Uop
  FieldWidth width;
};
std::span<const UopFieldSpec> uop_field_table();

// The placing rule: from bit 0, and a field that would straddle bit 64 starts at bit 64.
class Placer {
 public:
  int64_t place(int64_t width);  // returns the field's lowest bit
  int64_t end() const { return next_; }

 private:
  int64_t next_ = 0;
};

// Bits from 0 through the last field; more than 128 (or the word) means that it does not fit.
int64_t insn_bits_used(const VtaConfig& config, int64_t opcode);
int64_t uop_bits_used(const VtaConfig& config);

inline constexpr int64_t kInsnBits = 128;
std::string_view opcode_name(int64_t opcode);  // "LOAD", "STORE", ...; "RESERVED" for 5..7

}  // namespace vta
