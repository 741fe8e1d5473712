// Which programs end soon.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hw/isa/codec.h"
#include "runtime/program.h"

namespace vta::fuzz {

// One instruction alone may ask for 2^41 steps.
inline bool is_short(const Program& program, int64_t most_steps) {
  const InsnCodec codec(program.config);
  int64_t steps = 0;
  for (size_t at = 0; at + sizeof(InsnBits) <= program.insns.size() && steps < most_steps;
       at += sizeof(InsnBits)) {
    InsnBits bits;
    std::memcpy(&bits, program.insns.data() + at, sizeof bits);
    const Insn i = codec.decode(bits);
    steps += i.iter_out * i.iter_in * std::max<int64_t>(0, i.uop_end - i.uop_bgn);
    steps += (i.y_pad_0 + i.y_size + i.y_pad_1) * (i.x_pad_0 + i.x_size + i.x_pad_1);
  }
  return steps < most_steps;
}

}  // namespace vta::fuzz
