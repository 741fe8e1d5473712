#include "compiler/codegen/task_merger.h"

namespace vta {

void TaskMerger::add(const TileTask& task) {
  for (const TileOp& op : task.ops())
    emit(task, op);
}

void TaskMerger::emit(const TileTask& task, const TileOp& op) {
  if (op.insn.op() == Opcode::Gemm || op.insn.op() == Opcode::Alu)
    stream_.compute(op.insn, task.uops(op), task.accesses(op));
  else
    stream_.memory(op.insn, task.accesses(op));
}

}  // namespace vta
