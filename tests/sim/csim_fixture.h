// A csim device whose instructions' completions are recorded.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <vector>

#include "config/memory_preset.h"
#include "tests/sim/event_states.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {

// Completion edges by instruction index, and the units' states as the events have them.
class Completions : public TraceSink {
 public:
  void on_retire(Unit, int64_t index, const Insn&, int64_t cycle) override {
    EXPECT_GE(cycle, last) << "instruction " << index << " is reported late";
    last = cycle;
    EXPECT_TRUE(at.emplace(index, cycle).second) << "instruction " << index << " twice";
  }
  void on_launch(std::span<const Insn>) override { states = {}; }
  void on_execution(const Execution& execution, const Insn&) override { states.add(execution); }
  void on_dispatch(const Dispatch& dispatch) override { states.add(dispatch); }
  void on_burst(const BurstTransfer& burst) override { states.add(burst); }
  std::map<int64_t, int64_t> at;
  EventStates states;
  int64_t last = 0;
};

class TimedBench : public Bench {
 public:
  explicit TimedBench(const VtaConfig& config, const std::string& backend = "csim")
      : Bench(config, "reference", backend) {
    device->set_trace_sink(&completions);
  }
  explicit TimedBench(std::string_view memory) : TimedBench(apply_memory(VtaConfig{}, memory)) {}

  // Completion of each instruction; -1 where it has none.
  std::vector<int64_t> times(const std::vector<Insn>& insns) {
    completions = {};
    run(insns);
    std::vector<int64_t> out;
    for (size_t k = 0; k < insns.size(); ++k) {
      const auto found = completions.at.find(static_cast<int64_t>(k));
      out.push_back(found == completions.at.end() ? -1 : found->second);
    }
    return out;
  }
  int64_t cycles() const { return device->report().cycles.value(); }
  const StateCycles& states(TimedUnit unit) const {
    return device->report().timing->units[static_cast<size_t>(unit)];
  }
  int64_t state(TimedUnit unit, UnitState state) const {
    return states(unit)[static_cast<size_t>(state)];
  }

  Completions completions;
};

}  // namespace vta::test
