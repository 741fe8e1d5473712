// Data races of an instruction stream, found from its bits alone: what instructions touch is read
// off their fields and micro-ops, not off what the code generator told the stream builder. Slow and
// plain, one place at a time, and of its own: sim/races is compared with it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/isa/insn.h"
#include "runtime/program.h"

namespace vta::testing {

// A push and the pop that takes its token, as indices of the stream: a counter's first push and
// first pop, and so on, wherever the two stand.
using TokenPair = std::pair<int64_t, int64_t>;
std::vector<TokenPair> token_pairs(const std::vector<Insn>& insns);

// Instructions [first, first + count) of a program, decoded.
std::vector<Insn> decoded(const Program& program, const LaunchStep& launch);

struct Races {
  int64_t count = 0;      // accesses that no order protects
  int64_t conflicts = 0;  // pairs of accesses of two units that had to be ordered
  std::string first;      // the place and both instructions
};
// Two units that touch one scratchpad element, or four bytes of DRAM, one of them writing, must be
// ordered by the tokens. The stream is that of a launch of `program`, perhaps changed.
Races find_races(const Program& program, const std::vector<Insn>& insns);

}  // namespace vta::testing
