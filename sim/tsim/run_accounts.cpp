#include "sim/tsim/run_accounts.h"

#include <algorithm>

#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta {
namespace {

UnitCycles to_unit_cycles(const int64_t* counts) {
  UnitCycles out{};
  for (StateCycles& unit : out)
    for (int64_t& cycles : unit)
      cycles = *counts++;
  return out;
}

}  // namespace

RunAccounts::RunAccounts(const VtaConfig& config, const KernelMarks& kernels)
    : config_(config),
      marks_(kernels),
      kernels_(kernels.running().size()),
      last_completion_(kernels.running().size()) {}

void RunAccounts::retire(const Insn& insn, int64_t index, int64_t cycle) {
  count_insn(insn, config_, counters_);
  if (const int64_t kernel = marks_.of(index, insn); kernel >= 0) {
    count_insn(insn, config_, kernels_[static_cast<size_t>(kernel)]);
    int64_t& last = last_completion_[static_cast<size_t>(kernel)];
    last = std::max(last, cycle);
  }
  const QueueTag tag = queue_tag(insn);
  for (size_t k = 0; k < tokens_.size(); ++k)
    tokens_[k] += (tag.pushes >> k & 1) - (tag.pops >> k & 1);
}

Timing RunAccounts::timing(int64_t cycles, int64_t bus_beats, const int64_t* unit_cycles) const {
  Timing t;
  t.cycles = cycles;
  t.bus_beats = bus_beats;
  constexpr int64_t kPerKernel = int64_t{kNumTimedUnits} * kNumUnitStates;
  int64_t end = 0;
  for (const int64_t last : last_completion_) {
    const int64_t kernel_end = std::max(end, last);
    t.kernels.push_back({kernel_end - end, to_unit_cycles(unit_cycles)});
    add_cycles(t.units, t.kernels.back().units);
    end = kernel_end;
    unit_cycles += kPerKernel;
  }
  t.outside = {cycles - end, to_unit_cycles(unit_cycles)};
  add_cycles(t.units, t.outside.units);
  return t;
}

}  // namespace vta
