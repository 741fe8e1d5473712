#include "compiler/codegen/task_merger.h"

#include <algorithm>

namespace vta {
namespace {

bool is_end(const TileOp& op) {
  return op.part == TilePart::Epilogue || op.part == TilePart::Store;
}

bool is_sum(const TileOp& op) {
  return op.insn.op() == Opcode::Gemm && op.insn.reset == 0;
}

bool conflict(std::span<const Access> a, std::span<const Access> b) {
  for (const Access& x : a)
    for (const Access& y : b)
      if (x.space == y.space && (x.write || y.write) && x.begin < y.end && y.begin < x.end)
        return true;
  return false;
}

// How much of a task comes before its end.
size_t head_size(const TileTask& task) {
  size_t size = task.ops().size();
  while (size > 0 && is_end(task.ops()[size - 1]))
    --size;
  return size;
}

}  // namespace

TaskMerger::TaskMerger(const VtaConfig& config, StreamBuilder& stream)
    : config_(config), stream_(stream), pipes_(config) {}

void TaskMerger::begin_kernel(const std::string& name) {
  flush();
  stream_.begin_kernel(name);
}

void TaskMerger::add(TileTask& task) {
  const bool merges = config_.acc_overlap != 0 && std::ranges::any_of(task.ops(), is_sum);
  const size_t head = merges ? head_size(task) : task.ops().size();
  for (const TileOp& op : task.ops().first(head)) {
    emit_what_conflicts(task, op);
    if (merges && unit_of(op.insn) == Unit::Compute)
      emit_what_fits_before(task, op);
    emit(task, op);
  }
  if (merges)
    put_off(task, head);
}

void TaskMerger::flush() {
  while (!rests_.empty())
    emit_rest();
}

void TaskMerger::emit(const TileTask& task, const TileOp& op) {
  if (config_.acc_overlap != 0 && unit_of(op.insn) == Unit::Compute)
    pipes_.issue(pipes_.work(op.insn, op.num_uops, task.accesses(op)));
  if (op.insn.op() == Opcode::Gemm || op.insn.op() == Opcode::Alu)
    stream_.compute(op.insn, task.uops(op), task.accesses(op));
  else
    stream_.memory(op.insn, task.accesses(op));
}

// The first instruction that was put off.
void TaskMerger::emit_rest() {
  Rest& rest = rests_.front();
  emit(rest.task, rest.op());
  rest.left.pop_front();
  if (rest.left.empty())
    rests_.pop_front();
}

// How many of the instructions that were put off must come before `op`.
int64_t TaskMerger::up_to_last_conflict(const TileTask& task, const TileOp& op) const {
  int64_t needed = 0, seen = 0;
  for (const Rest& rest : rests_)
    for (const size_t i : rest.left) {
      ++seen;
      if (conflict(rest.task.accesses(rest.task.ops()[i]), task.accesses(op)))
        needed = seen;
    }
  return needed;
}

void TaskMerger::emit_what_conflicts(const TileTask& task, const TileOp& op) {
  for (int64_t needed = up_to_last_conflict(task, op); needed > 0; --needed)
    emit_rest();
}

void TaskMerger::emit_what_fits_before(const TileTask& task, const TileOp& op) {
  const PipeModel::Work next = pipes_.work(op.insn, op.num_uops, task.accesses(op));
  while (!rests_.empty() && fits_before(next))
    emit_rest();
}

// Whether the first instruction that was put off leaves compute as much to do as if it came later.
bool TaskMerger::fits_before(const PipeModel::Work& next) const {
  const Rest& rest = rests_.front();
  const TileOp& op = rest.op();
  if (unit_of(op.insn) != Unit::Compute)
    return true;
  const PipeModel::Work work = pipes_.work(op.insn, op.num_uops, rest.task.accesses(op));
  const int64_t own = work.pipe == next.pipe ? work.cycles + 1 : 0;
  return pipes_.start_behind(work, next) - own <= pipes_.start(next);
}

// Its loads come at once where nothing that was put off stands in their way: they have a queue of
// their own, and the sums of the next tile are to find them done.
void TaskMerger::put_off(TileTask& task, size_t first) {
  Rest& rest = rests_.emplace_back();
  std::swap(rest.task, task);
  const std::span<const TileOp> ops = rest.task.ops();
  for (size_t i = first; i < ops.size(); ++i) {
    const bool early =
        unit_of(ops[i].insn) == Unit::Load && up_to_last_conflict(rest.task, ops[i]) == 0;
    if (early)
      emit(rest.task, ops[i]);
    else
      rest.left.push_back(i);
  }
  if (rest.left.empty())
    rests_.pop_back();
}

}  // namespace vta
