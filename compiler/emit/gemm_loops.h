// One GEMM or ALU operation over a nest of affine loops: two become the instruction's loops, the
// rest micro-ops.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/emit/task_stream.h"

namespace vta {

// A loop and what one iteration adds to each index.
struct GemmLoop {
  int64_t extent = 1;
  int64_t dst = 0, src = 0, wgt = 0;
};

// Emits the nest `loops` (outermost first) from each of the indices `bases`. The first two loops,
// rows and columns of a tile, become the instruction's loops unless another pair leaves far fewer
// micro-ops to enumerate. A sequence that exceeds the micro-op scratchpad is cut into instructions.
void emit_gemm(TaskStream& stream, std::span<const Uop> bases, std::span<const GemmLoop> loops,
               std::span<const Access> accesses);
// The same of any compute instruction: `insn` without loops and micro-ops.
void emit_nest(TaskStream& stream, Insn insn, std::span<const Uop> bases,
               std::span<const GemmLoop> loops, std::span<const Access> accesses);

}  // namespace vta
