#include "compiler/emit/task_stream.h"

#include <algorithm>

namespace vta {

TaskStream::TaskStream(const VtaConfig& config, TaskMerger& merger)
    : merger_(&merger), most_uops_(static_cast<size_t>(config.depth(MemoryType::Uop))) {}

TaskStream::TaskStream(const VtaConfig& config, WorkSink& sink)
    : sink_(&sink), most_uops_(static_cast<size_t>(config.depth(MemoryType::Uop))) {}

void TaskStream::begin_kernel(const std::string& name) {
  if (sink_ != nullptr)
    return sink_->begin_kernel(name);
  end_tile();
  merger_->begin_kernel(name);
}

void TaskStream::end_tile() {
  if (sink_ != nullptr)
    return;
  merger_->add(task_);
  task_.clear();
  task_.begin_at(count_);
}

void TaskStream::forget_written(std::span<const Access> accesses) {
  for (const Access& a : accesses)
    if (a.write && a.space == Space::Acc)
      bounds_.write(a.begin, a.end, AccBounds::kUnknown);
}

void TaskStream::memory(const Insn& insn, std::span<const Access> accesses) {
  forget_written(accesses);
  ++count_;
  if (observer_)
    observer_(insn, {});
  if (sink_ != nullptr)
    return sink_->take(insn, 0, accesses);
  task_.memory(insn, accesses);
}

void TaskStream::compute(const Insn& insn, std::span<const Uop> uops,
                         std::span<const Access> accesses) {
  forget_written(accesses);
  for (const Access& a : accesses)
    if (!a.write)
      last_used_end_[static_cast<size_t>(a.space)] = a.end;
  ++count_;
  if (observer_)
    observer_(insn, uops);
  if (sink_ != nullptr)
    return sink_->take(insn, std::ssize(uops), accesses);
  task_.compute(insn, uops, accesses);
}

void TaskStream::compute_in_parts(const Insn& insn, std::span<const Uop> uops,
                                  std::span<const Access> accesses) {
  for (; !uops.empty(); uops = uops.subspan(std::min(most_uops_, uops.size())))
    compute(insn, uops.first(std::min(most_uops_, uops.size())), accesses);
}

}  // namespace vta
