#include "compiler/emit/task_merger.h"

#include <algorithm>

namespace vta {
namespace {

bool is_end(const TileOp& op) {
  return op.part == TilePart::Epilogue || op.part == TilePart::Store;
}

bool is_sum(const TileOp& op) {
  return op.insn.op() == Opcode::Gemm && op.insn.reset == 0;
}

bool computes(const TileOp& op) {
  return op.insn.op() == Opcode::Gemm || op.insn.op() == Opcode::Alu;
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

TaskMerger::TaskMerger(Order order, const VtaConfig& config, StreamBuilder& stream,
                       std::vector<TileTask>& spare)
    : order_(order), config_(config), stream_(stream), pipes_(config), spare_(spare) {}

void TaskMerger::begin_kernel(const std::string& name) {
  // A kernel is one range of instructions, so nothing of the kernel before may follow its begin.
  flush();
  stream_.begin_kernel(name);
}

void TaskMerger::add(TileTask& task) {
  if (task.ops().empty())
    return;
  if (spare_.empty())
    spare_.emplace_back();
  std::swap(spare_.back(), task);
  tasks_.push_back(std::move(spare_.back()));
  spare_.pop_back();
}

void TaskMerger::flush() {
  for (size_t task = 0; task < tasks_.size(); ++task)
    emit_task(task);
  // Before tasks_ is emptied: put_off_ refers to them.
  while (!put_off_.empty())
    emit_put_off();
  for (TileTask& task : tasks_) {
    task.clear();
    spare_.push_back(std::move(task));
  }
  tasks_.clear();
}

void TaskMerger::emit_task(size_t task) {
  const std::span<const TileOp> ops = tasks_[task].ops();
  const bool puts_off = merges() && std::ranges::any_of(ops, is_sum);
  const size_t head = puts_off ? head_size(tasks_[task]) : ops.size();
  for (size_t i = 0; i < head; ++i) {
    next_ = {task, i};
    // Conflicts first, whatever they cost: this instruction must not overtake them. Then postponed
    // ones that delay no sum. next_ is set before both, since their micro-ops come with those of
    // the instructions from next_ on.
    emit_what_conflicts(next_);
    if (puts_off && unit_of(ops[i].insn) == Unit::Compute)
      emit_what_fits_before(next_);
    emit(next_);
  }
  if (puts_off)
    put_off(task, head);
}

void TaskMerger::emit(const Place& at) {
  issue(at);
  if (places_ == nullptr)
    return;
  const auto number = static_cast<size_t>(tasks_[at.task].number_of(at.op));
  places_->resize(std::max(places_->size(), number + 1), -1);
  (*places_)[number] = stream_.size() - 1;
}

void TaskMerger::issue(const Place& at) {
  const TileTask& task = tasks_[at.task];
  const TileOp& o = op(at);
  if (merges() && unit_of(o.insn) == Unit::Compute)
    pipes_.issue(pipes_.work(o.insn, o.num_uops, task.accesses(o)));
  if (!computes(o))
    return stream_.memory(o.insn, task.accesses(o));
  if (order_ == Order::AsItComes)
    return stream_.compute(o.insn, task.uops(o), task.accesses(o));
  Place next = next_;
  stream_.compute(o.insn, task.uops(o), task.accesses(o), [&] { return next_uops(next); });
}

// The micro-ops of the first instruction from `at` on that has some; `at` is behind it then.
std::span<const Uop> TaskMerger::next_uops(Place& at) const {
  for (; at.task < tasks_.size(); at = {at.task + 1, 0})
    while (at.op < tasks_[at.task].ops().size()) {
      const TileOp& o = op(at);
      ++at.op;
      if (o.num_uops > 0)
        return tasks_[at.task].uops(o);
    }
  return {};
}

// ---- ends that are put off -------------------------------------------------------------------

void TaskMerger::emit_put_off() {
  const Place at = put_off_.front();
  put_off_.pop_front();
  emit(at);
}

// How many of the postponed instructions must come before an instruction: all up to the last one
// that conflicts with it, because they keep their own order.
size_t TaskMerger::up_to_last_conflict(const Place& at) const {
  size_t needed = 0;
  for (size_t i = 0; i < put_off_.size(); ++i)
    if (conflict(accesses(put_off_[i]), accesses(at)))
      needed = i + 1;
  return needed;
}

void TaskMerger::emit_what_conflicts(const Place& at) {
  for (size_t needed = up_to_last_conflict(at); needed > 0; --needed)
    emit_put_off();
}

void TaskMerger::emit_what_fits_before(const Place& at) {
  const PipeModel::Work next = pipes_.work(op(at).insn, op(at).num_uops, accesses(at));
  while (!put_off_.empty() && fits_before(next))
    emit_put_off();
}

// Whether the next instruction starts no later behind the first postponed one. In one pipe the
// postponed one takes its cycles now or later anyway, so these do not count as a delay.
bool TaskMerger::fits_before(const PipeModel::Work& next) const {
  const Place& at = put_off_.front();
  if (unit_of(op(at).insn) != Unit::Compute)
    return true;
  const PipeModel::Work work = pipes_.work(op(at).insn, op(at).num_uops, accesses(at));
  const int64_t own = work.pipe == next.pipe ? work.cycles + 1 : 0;
  return pipes_.start_behind(work, next) - own <= pipes_.start(next);
}

// Its loads come at once where nothing that was put off stands in their way: they have a queue of
// their own, and the sums of the next tile are to find them done.
void TaskMerger::put_off(size_t task, size_t first) {
  for (size_t i = first; i < tasks_[task].ops().size(); ++i) {
    const Place at{task, i};
    if (unit_of(op(at).insn) == Unit::Load && up_to_last_conflict(at) == 0)
      emit(at);
    else
      put_off_.push_back(at);
  }
}

}  // namespace vta
