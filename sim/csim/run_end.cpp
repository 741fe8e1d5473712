// The end of a run: hw/rtl/core/README.md, "End of a run".
#include <algorithm>

#include "sim/csim/core_model.h"

namespace vta::csim {

// For a run in which no grant can follow.
int64_t CoreModel::end_edge() const {
  if (error_.edge != kNever)
    return 1 + std::max(error_.edge, last_completion_);
  return 1 + std::max({last_activity_, last_completion_, fetch_.last_activity()});
}

CoreModel::End CoreModel::end() {
  End result;
  result.edge = end_edge();
  report_error(result);
  if (!stops_at_once(result.error))
    for (int counter = 0; counter < 4; ++counter)
      result.tokens_left[static_cast<size_t>(counter)] = tokens_.left(counter);
  close_accounts(result.edge);
  result.timing = accounts_.finish(result.edge, bus_beats_);
  result.timing.dram = port_.statistics(result.edge);
  return result;
}

void CoreModel::report_error(End& result) const {
  if (error_.edge != kNever) {
    result.error = error_.cause == Cause::Index ? IsaError::IndexRange : IsaError::BusError;
    result.insn = error_.insn == kNextDispatched ? fetch_.next_at(error_.edge) : error_.insn;
    return;
  }
  if (fetch_.fault_registered()) {
    result.error = launch_.stream->fault().error;
    result.insn = launch_.stream->fault_index();
    return;
  }
  int64_t lowest = fetch_.next();
  for (const CommandQueue& queue : queues_)
    if (!queue.empty())
      lowest = std::min(lowest, queue.front().index);
  if (lowest < launch_.stream->limit()) {
    result.error = IsaError::Deadlock;
    result.insn = lowest;
  }
}

void CoreModel::close_accounts(int64_t end) {
  fetch_.close(end, accounts_);
  for (size_t unit = 0; unit < units_.size(); ++unit)
    accounts_.add(static_cast<TimedUnit>(unit + 1), units_[unit].kernel, UnitState::None,
                  end - units_[unit].done);
}

}  // namespace vta::csim
