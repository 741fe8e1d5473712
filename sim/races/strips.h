// The indices that an operand of a GEMM or ALU instruction addresses, as few strips.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/isa/insn.h"
#include "sim/semantics/uop_entry.h"

namespace vta {

// Elements first, first + stride, ..., `count` of them; stride 1 where count is 1.
struct Strip {
  int64_t first = 0, count = 1, stride = 1;
  int64_t last() const { return first + (count - 1) * stride; }
  bool operator==(const Strip&) const = default;
};

// The set {o * step_out + i * step_in}, o < count_out and i < count_in, as `rows` strips that lie
// `row_step` apart. Exact: what two iterations address alike is in it once where that is seen from
// the steps, and twice otherwise.
struct LoopStrips {
  int64_t rows = 1, row_step = 0;
  Strip strip;
  bool operator==(const LoopStrips&) const = default;
};
LoopStrips loop_strips(int64_t count_out, int64_t step_out, int64_t count_in, int64_t step_in);

// Calls visit(strip) for the part of an operand that each micro-op stands for; `member` is the
// operand's. The instruction has at least one step.
template <typename Visit>
void for_each_strip(const Insn& insn, const std::vector<UopEntry>& uops, uint32_t UopEntry::*member,
                    const LoopStrips& loops, Visit visit) {
  int64_t before = -1;
  for (int64_t u = insn.uop_bgn; u < insn.uop_end; ++u) {
    const int64_t base = uops[static_cast<size_t>(u)].*member;
    if (base == before)
      continue;  // common: the weight of a whole tile
    before = base;
    Strip strip = loops.strip;
    strip.first += base;
    for (int64_t row = 0; row < loops.rows; ++row, strip.first += loops.row_step)
      visit(strip);
  }
}

}  // namespace vta
