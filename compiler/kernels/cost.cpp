#include "compiler/kernels/cost.h"

#include <vector>

#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

void count_move(const Insn& i, const VtaConfig& config, KernelCost& cost) {
  const int64_t bytes = i.y_size * i.x_size * config.element_bytes(i.memory());
  switch (i.memory()) {
    case MemoryType::Inp:
      cost.inp_bytes += bytes;
      ++cost.inp_load_insns;
      break;
    case MemoryType::Wgt:
      cost.wgt_bytes += bytes;
      ++cost.wgt_load_insns;
      break;
    case MemoryType::Acc:
    case MemoryType::Acc8:
      cost.acc_bytes += bytes;
      break;
    case MemoryType::Uop:
      cost.uop_bytes += bytes;
      break;
    case MemoryType::Out:
      cost.out_bytes += bytes;
      break;
  }
}

KernelCost sum_of(std::span<const Insn> insns, const VtaConfig& config) {
  KernelCost cost;
  for (const Insn& i : insns) {
    if (i.op() == Opcode::Finish || is_nop(i))
      continue;
    if (i.op() == Opcode::Load || i.op() == Opcode::Store) {
      count_move(i, config, cost);
      continue;
    }
    const int64_t steps = i.iter_out * i.iter_in * (i.uop_end - i.uop_bgn);
    cost.gemm_steps += pipe_of(i) == Pipe::G ? steps : 0;
    cost.compute_steps += steps;
    ++cost.compute_insns;
  }
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
