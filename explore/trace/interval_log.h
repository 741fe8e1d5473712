// Keeps the units' activity with its times in memory: a sink for code that examines a whole run.
//
//   IntervalLog log;
//   executor.trace(&log);
//   executor.run();
//   for (const IntervalLog::Launch& launch : log.launches()) ...
#pragma once

#include <vector>

#include "sim/device.h"

namespace vta::explore {

class IntervalLog final : public TraceSink {
 public:
  struct Launch {
    int64_t cycles = 0;  // 0 until it has ended
    std::vector<Insn> insns;
    std::vector<Execution> executions;  // in the order of `done`
    std::vector<Dispatch> dispatches;   // in program order
    std::vector<BurstTransfer> bursts;  // in the order of grants; empty unless requested
  };

  explicit IntervalLog(bool with_bursts = false) : with_bursts_(with_bursts) {}

  // In order; the k-th is the k-th LaunchStep with instructions of a program.
  const std::vector<Launch>& launches() const { return launches_; }

  void on_launch(std::span<const Insn> insns) override {
    launches_.emplace_back().insns.assign(insns.begin(), insns.end());
  }
  void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
  void on_dispatch(const Dispatch& dispatch) override {
    launches_.back().dispatches.push_back(dispatch);
  }
  void on_execution(const Execution& execution, const Insn&) override {
    launches_.back().executions.push_back(execution);
  }
  void on_burst(const BurstTransfer& burst) override {
    if (with_bursts_)
      launches_.back().bursts.push_back(burst);
  }
  void on_end(const RunReport& report) override {
    launches_.back().cycles = report.cycles.value_or(0);
  }

 private:
  bool with_bursts_;
  std::vector<Launch> launches_;
};

}  // namespace vta::explore
