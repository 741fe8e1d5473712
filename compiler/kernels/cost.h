// Traffic and work of a kernel.
#pragma once

#include <cstdint>

#include "config/vta_config.h"

namespace vta {

// DRAM traffic and work of one kernel under given tiles.
struct KernelCost {
  int64_t inp_bytes = 0, wgt_bytes = 0, acc_bytes = 0, uop_bytes = 0, out_bytes = 0;
  int64_t gemm_steps = 0;     // resets excepted
  int64_t compute_steps = 0;  // GEMM, reset and ALU steps
  int64_t compute_insns = 0;
  int64_t inp_load_insns = 0, wgt_load_insns = 0;  // LOADs
  int64_t total_bytes() const { return inp_bytes + wgt_bytes + acc_bytes + uop_bytes + out_bytes; }
  bool operator==(const KernelCost&) const = default;
};

struct KernelPlan;

// Of any kind, read from the instructions that it emits where it is alone in a launch: so cost and
// emission cannot disagree. `merged`: in the order of `fast`, else as tiles come.
KernelCost emitted_cost(const KernelPlan& plan, const VtaConfig& config, bool merged);

}  // namespace vta
