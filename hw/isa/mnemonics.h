// The words of assembly text for opcodes, memory types and ALU operations.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vta {

struct Mnemonic {
  std::string_view word;
  int64_t value;
};

std::span<const Mnemonic> opcode_mnemonics();  // load store gemm finish alu, op5 op6 op7
std::span<const Mnemonic> memory_mnemonics();  // uop wgt inp acc out acc8, mem6 mem7
std::span<const Mnemonic> alu_mnemonics();     // those of config/alu_ops.h, alu9 ... alu15

// The field that a second word of a line stands for ("memory_type", "alu_opcode"), and its words;
// an empty name if the opcode has no second word.
struct SecondWord {
  std::string_view field;
  std::span<const Mnemonic> words;
};
SecondWord second_word(int64_t opcode);

// Empty if no word has the value.
std::string_view mnemonic_of(std::span<const Mnemonic> words, int64_t value);

}  // namespace vta
