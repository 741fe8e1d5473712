// Random instructions whose fields all fit: material for property tests and co-simulation.
//
// Values come from the field table, so every bit pattern of every field can occur; small values and
// boundary values are favoured over the uniform middle. The instructions are encodable, not
// necessarily legal to execute.
#pragma once

#include <cstdint>
#include <random>

#include "hw/isa/codec.h"

namespace vta {

class RandomInsns {
 public:
  RandomInsns(const InsnCodec& codec, uint64_t seed) : codec_(codec), random_(seed) {}

  Insn next();                // any of LOAD, STORE, GEMM, FINISH, ALU
  Insn next(int64_t opcode);  // 0..7
  Uop next_uop();

 private:
  int64_t value(int64_t width, bool is_signed);
  int64_t below(int64_t bound);

  const InsnCodec& codec_;
  std::mt19937_64 random_;
};

}  // namespace vta
