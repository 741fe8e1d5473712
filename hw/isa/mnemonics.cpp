#include "hw/isa/mnemonics.h"

#include <array>

#include "config/alu_ops.h"

namespace vta {

namespace {

constexpr std::array<Mnemonic, 8> kOpcodes{{{"load", 0},
                                            {"store", 1},
                                            {"gemm", 2},
                                            {"finish", 3},
                                            {"alu", 4},
                                            {"op5", 5},
                                            {"op6", 6},
                                            {"op7", 7}}};
constexpr std::array<Mnemonic, 8> kMemory{{{"uop", 0},
                                           {"wgt", 1},
                                           {"inp", 2},
                                           {"acc", 3},
                                           {"out", 4},
                                           {"acc8", 5},
                                           {"mem6", 6},
                                           {"mem7", 7}}};
// The other codes have words too, so that whatever is decoded can be printed and read back.
constexpr std::array<std::string_view, kAluCodes> kNoOperation{
    "alu0", "alu1", "alu2",  "alu3",  "alu4",  "alu5",  "alu6",  "alu7",
    "alu8", "alu9", "alu10", "alu11", "alu12", "alu13", "alu14", "alu15"};
constexpr std::array<Mnemonic, kAluCodes> kAlu = [] {
  std::array<Mnemonic, kAluCodes> words{};
  for (int64_t code = 0; code < kAluCodes; ++code) {
    const auto at = static_cast<size_t>(code);
    const AluOperation* operation = alu_operation(code);
    words[at] = {operation != nullptr ? operation->word : kNoOperation[at], code};
  }
  return words;
}();

}  // namespace

std::span<const Mnemonic> opcode_mnemonics() {
  return kOpcodes;
}
std::span<const Mnemonic> memory_mnemonics() {
  return kMemory;
}
std::span<const Mnemonic> alu_mnemonics() {
  return kAlu;
}

SecondWord second_word(int64_t opcode) {
  if (opcode == 0 || opcode == 1)
    return {"memory_type", kMemory};
  if (opcode == 4)
    return {"alu_opcode", kAlu};
  return {};
}

std::string_view mnemonic_of(std::span<const Mnemonic> words, int64_t value) {
  for (const Mnemonic& m : words) {
    if (m.value == value)
      return m.word;
  }
  return {};
}

}  // namespace vta
