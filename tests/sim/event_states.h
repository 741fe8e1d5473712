// The states of the units (hw/rtl/core/README.md) from the events of a run alone.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/device.h"

namespace vta::test {

class EventStates {
 public:
  void add(const Execution& e) {
    StateCycles& states = units_[static_cast<size_t>(e.unit) + 1];
    int64_t& done = done_[static_cast<size_t>(e.unit) + 1];
    EXPECT_EQ(e.free, done) << "instruction " << e.index;
    EXPECT_EQ(e.visible, std::max(e.free, e.dispatched));
    of(states, UnitState::None) += e.visible - e.free;
    of(states, UnitState::TokenPrev) += e.prev_token - e.visible;
    of(states, UnitState::TokenNext) += e.next_token - e.prev_token;
    add_cycles(states, e.states);
    done = e.done;
  }

  // Every cycle from the last dispatch on gets its state, bursts before what follows them.
  void add(const Dispatch& d) {
    StateCycles& states = units_[0];
    for (const BurstTransfer& b : fetched_)
      if (b.insn <= d.index && b.complete > done_[0])
        add_fetched(b, states);
    std::erase_if(fetched_, [&](const BurstTransfer& b) { return b.insn <= d.index; });
    EXPECT_EQ(d.decode, done_[0] + 1);
    of(states, UnitState::Busy) += d.ready - d.decode + 1;
    of(states, UnitState::Slot) += d.edge - d.ready;
    done_[0] = d.edge;
  }

  void add(const BurstTransfer& b) {
    beats_ += b.beats;
    if (b.master == TimedUnit::Fetch)
      fetched_.push_back(b);
  }

  UnitCycles until(int64_t end) const {
    UnitCycles units = units_;
    for (size_t u = 0; u < units.size(); ++u)
      of(units[u], UnitState::None) += end - done_[u];
    return units;
  }
  int64_t beats() const { return beats_; }

 private:
  static int64_t& of(StateCycles& states, UnitState state) {
    return states[static_cast<size_t>(state)];
  }

  void add_fetched(const BurstTransfer& b, StateCycles& states) {
    for (int64_t t = done_[0] + 1; t <= b.complete; ++t)
      ++of(states, t < b.requested    ? UnitState::None
                   : t == b.requested ? UnitState::Busy
                   : t <= b.granted   ? UnitState::MemQueued
                   : t < b.first_beat ? UnitState::MemLatency
                                      : UnitState::MemData);
    done_[0] = b.complete;
  }

  UnitCycles units_{};
  std::array<int64_t, kNumTimedUnits> done_{};
  std::vector<BurstTransfer> fetched_;
  int64_t beats_ = 0;
};

}  // namespace vta::test
