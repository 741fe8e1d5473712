// What became of what the multipliers could have done in the cycles of a run or of a layer.
//
// Every cycle the array could multiply on all its lanes. What of that was not done has three
// causes, and the four parts sum to 1: lanes of a GEMM step that have nothing to multiply (channels
// that do not fill a block, padding; of a depthwise layer one lane in BLOCK_IN works), cycles that
// compute works without a GEMM step (ALU steps, resets), and cycles that it does not work
// (lost_cycles.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/timing.h"

namespace vta::explore {

struct ArrayUse {
  double useful = 0, lanes = 0, other_steps = 0, waiting = 0;
  // The causes, the largest first, none below a tenth of a percent:
  // "60.1 % in lanes that have nothing to multiply, 8.8 % in ALU steps and resets, 4.3 % waiting".
  std::string lost_text() const;
};

struct ArrayWork {
  int64_t macs = 0;  // that the array does in a cycle
  std::optional<int64_t> useful_macs;
  int64_t gemm_steps = 0;
};

// Nothing where the useful products are not known, or no cycles are.
std::optional<ArrayUse> array_use(const ArrayWork& work, const UnitCycles& units);

}  // namespace vta::explore
