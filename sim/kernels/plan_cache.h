// Plans of GEMM instructions, kept for the next time the same instruction comes.
//
// The micro-ops are part of the key: the scratchpad may have been loaded anew in between.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/kernels/gemm_plan.h"

namespace vta::kernels {

class PlanCache {
 public:
  // The reference is valid until the next call.
  const GemmPlan& find(const Insn& insn, const LoopRange& range, std::span<const UopEntry> uops,
                       const FormSizes& sizes);

 private:
  using Loops = std::array<int64_t, 11>;  // ranges, factors, number of micro-ops
  struct Entry {
    Loops loops;
    std::vector<UopEntry> uops;
    GemmPlan plan;
  };

  std::unordered_multimap<uint64_t, std::unique_ptr<Entry>> entries_;
  int64_t size_ = 0;  // of all plans and their micro-ops
};

}  // namespace vta::kernels
