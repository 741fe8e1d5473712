// Micro-ops of a GEMM gathered into groups of accumulator rows that share their weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/semantics/uop_entry.h"

namespace vta::kernels {

// Rows (dst0 + position.dst) whose inputs start at src0 + position.src; each sums over the steps
// (input = start + step.src, weight = step.wgt). The first position and the first step's src are 0.
struct UopGroup {
  struct Position {
    int64_t dst = 0, src = 0;
    bool operator==(const Position&) const = default;
  };
  struct Step {
    int64_t src = 0, wgt = 0;
    bool operator==(const Step&) const = default;
  };
  int64_t dst0 = 0, src0 = 0;
  std::vector<Position> positions;
  std::vector<Step> steps;
};

std::vector<UopGroup> group_uops(std::span<const UopEntry> uops);

}  // namespace vta::kernels
