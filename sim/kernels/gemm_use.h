// GEMM instructions with the micro-ops that they met, kept for the next time the same one comes.
//
// The micro-ops are part of what is compared: the scratchpad may have been loaded anew in between.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/kernels/gemm_plan.h"
#include "sim/kernels/sum_lattice.h"

namespace vta::kernels {

struct GemmUse {
  Insn insn;
  LoopRange range;
  std::vector<UopEntry> uops;
  ElementRange acc, inp, wgt;  // everything that is written and read lies inside
  std::optional<SumLattice> lattice;
};

class GemmUses {
 public:
  // The range is not empty and its indices are in range.
  std::shared_ptr<const GemmUse> find(const Insn& insn, const LoopRange& range,
                                      std::span<const UopEntry> uops);

 private:
  using Loops = std::array<int64_t, 11>;  // ranges, factors, number of micro-ops
  struct Entry {
    Loops loops;
    std::shared_ptr<const GemmUse> use;
  };

  std::unordered_multimap<uint64_t, Entry> entries_;
  int64_t size_ = 0;  // micro-ops of all entries
};

}  // namespace vta::kernels
