// A program of a network that is computed position by position: a decoder, whose runs each take one
// token and keep keys and values for those after it.
//
// Its instructions are the same at every position but for some fields, which a run changes before
// it launches them: each has a part that grows with the position, and one that grows with the
// position's block. Stored are the values at position 0.
#pragma once

#include <cstdint>
#include <vector>

namespace vta {

struct MovedField {
  int64_t insn = 0;            // absolute index into Program::insns
  int64_t lsb = 0, width = 0;  // where it is in the instruction, in one of its two words
  int64_t per_position = 0, per_block = 0;
  bool operator==(const MovedField&) const = default;
};

struct Positions {
  int64_t context = 0;                  // positions from 0 to context - 1
  int64_t block = 1;                    // positions of a block
  int64_t value = 0;                    // ProgramValue, int64 (1): the position, for host operators
  std::vector<int64_t> states;          // DeviceTensors that keep what a run has stored
  std::vector<MovedField> fields = {};  // in the order of their instructions
  bool operator==(const Positions&) const = default;
};

}  // namespace vta
