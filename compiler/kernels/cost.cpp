#include "compiler/kernels/cost.h"

#include <vector>

#include "compiler/kernels/kernels.h"
#include "sim/semantics/execute.h"

namespace vta {
namespace {

KernelCost sum_of(std::span<const Insn> insns, const VtaConfig& config) {
  KernelCost cost;
  Counters counted;
  for (const Insn& i : insns) {
    count_insn(i, config, counted);
    if (i.op() == Opcode::Load && !is_nop(i)) {
      cost.inp_load_insns += i.memory() == MemoryType::Inp;
      cost.wgt_load_insns += i.memory() == MemoryType::Wgt;
    }
    if ((i.op() == Opcode::Gemm || i.op() == Opcode::Alu) && !is_nop(i)) {
      cost.compute_steps += step_count(i);
      ++cost.compute_insns;
    }
  }
  cost.inp_bytes = counted.inp_load_nbytes;
  cost.wgt_bytes = counted.wgt_load_nbytes;
  cost.acc_bytes = counted.acc_load_nbytes;
  cost.uop_bytes = counted.uop_load_nbytes;
  cost.out_bytes = counted.out_store_nbytes;
  cost.gemm_steps = counted.gemm_counter;
  return cost;
}

}  // namespace

KernelCost emitted_cost(const KernelPlan& plan, const VtaConfig& config, bool merged) {
  StreamBuilder stream(config);
  std::vector<TileTask> spare;
  TaskMerger merger(merged ? TaskMerger::Order::Merged : TaskMerger::Order::AsItComes, config,
                    stream, spare);
  TaskStream tasks(config, merger);
  kind_of(plan).emit(plan, config, tasks);
  tasks.end_tile();
  merger.flush();
  return sum_of(stream.finish().insns, config);
}

}  // namespace vta
