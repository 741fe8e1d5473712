#include "hw/isa/mnemonics.h"

#include <array>

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
constexpr std::array<Mnemonic, 8> kAlu{{{"min", 0},
                                        {"max", 1},
                                        {"add", 2},
                                        {"shr", 3},
                                        {"mul", 4},
                                        {"clip", 5},
                                        {"rshr", 6},
                                        {"mov", 7}}};

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
