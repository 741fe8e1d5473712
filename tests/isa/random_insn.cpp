#include "tests/isa/random_insn.h"

#include <algorithm>

namespace vta {

// Not std::uniform_int_distribution: its values differ between standard libraries.
int64_t RandomInsns::below(int64_t bound) {
  return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
}

// One half small, one quarter at a boundary, one quarter anywhere.
int64_t RandomInsns::value(int64_t width, bool is_signed) {
  const int64_t min = is_signed ? -(int64_t{1} << (width - 1)) : 0;
  const int64_t max = (int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  switch (below(4)) {
    case 0:
    case 1: {
      const int64_t small = below(std::min<int64_t>(max, 4) + 1);
      return is_signed && below(2) == 1 ? -small : small;
    }
    case 2: {
      const int64_t boundaries[] = {min, max, max - 1, max / 2 + 1};
      return boundaries[below(4)];
    }
    default:
      return min + static_cast<int64_t>(random_() % static_cast<uint64_t>(max - min + 1));
  }
}

Insn RandomInsns::next() {
  return next(below(5));
}

Insn RandomInsns::next(int64_t opcode) {
  Insn insn;
  for (const PlacedField& field : codec_.fields(opcode))
    insn.*field.member = value(field.width, field.is_signed);
  insn.opcode = opcode;
  return insn;
}

Uop RandomInsns::next_uop() {
  Uop uop;
  for (const PlacedUopField& field : codec_.uop_fields())
    uop.*field.member = value(field.width, false);
  return uop;
}

}  // namespace vta
