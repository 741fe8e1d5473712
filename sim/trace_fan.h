// One sink that hands every event to several, in the order in which they were added.
#pragma once

#include <vector>

#include "sim/trace_sink.h"

namespace vta {

class TraceFan final : public TraceSink {
 public:
  // Not owned; nullptr is left out.
  void add(TraceSink* sink) {
    if (sink != nullptr)
      sinks_.push_back(sink);
  }
  bool empty() const { return sinks_.empty(); }

  void on_launch(std::span<const Insn> insns) override {
    for (TraceSink* sink : sinks_)
      sink->on_launch(insns);
  }
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override {
    for (TraceSink* sink : sinks_)
      sink->on_retire(unit, index, insn, cycle);
  }
  void on_dispatch(const Dispatch& dispatch) override {
    for (TraceSink* sink : sinks_)
      sink->on_dispatch(dispatch);
  }
  void on_execution(const Execution& execution, const Insn& insn) override {
    for (TraceSink* sink : sinks_)
      sink->on_execution(execution, insn);
  }
  void on_burst(const BurstTransfer& burst) override {
    for (TraceSink* sink : sinks_)
      sink->on_burst(burst);
  }
  void on_end(const RunReport& report) override {
    for (TraceSink* sink : sinks_)
      sink->on_end(report);
  }

 private:
  std::vector<TraceSink*> sinks_;
};

}  // namespace vta
