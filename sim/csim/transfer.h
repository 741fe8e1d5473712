// One LOAD or STORE on the memory port: its bursts, one request at a time, and the states of the
// cycles that it takes (hw/rtl/core/README.md, "States of the units"). load.h and store.h have the
// parts specific to a unit.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/csim/bursts.h"
#include "sim/timing.h"

namespace vta::csim {

class Transfer {
 public:
  // Cycles up to `since`, which is not before `start`, are accounted to another instruction.
  void begin(const Runs& runs, const MemoryTiming& timing, int64_t start, int64_t since,
             int64_t pads) {
    walk_.begin(runs, timing);
    accounted_ = start;
    since_ = since;
    pads_left_ = pads;
    beats_ = last_ = data_ = latency_ = queued_ = 0;
  }
  bool more() const { return !walk_.done(); }
  Burst next() { return walk_.next(); }

  // A read's beats are the last cycles before its completion, and those of all bursts follow each
  // other: every cycle up to the last completion has its state. Pads take the first free ones.
  void read_granted(int64_t registered, int64_t edge, int64_t completion, int64_t beats) {
    const int64_t before_data = completion - beats;
    const int64_t pads = std::min(pads_left_, before_data - accounted_);
    pads_left_ -= pads;
    accounted_ += pads;
    const int64_t seen = std::max(accounted_, since_);
    queued_ += std::max<int64_t>(0, edge - std::max(registered, seen));
    latency_ += std::max<int64_t>(0, before_data - std::max(edge, seen));
    data_ += std::max<int64_t>(0, completion - std::max(before_data, seen));
    finish_burst(completion, beats);
  }

  // A write's beats may move while the one before is in flight: latency is what the bursts'
  // flights cover together, less all beats.
  void write_granted(int64_t registered, int64_t edge, int64_t completion, int64_t beats) {
    queued_ += std::max<int64_t>(0, edge - std::max(registered, accounted_));
    latency_ += completion - std::max(edge, accounted_) - beats;
    data_ += beats;
    finish_burst(completion, beats);
  }

  // The full bursts from `request` on, which is one, that lie behind each other; not the last
  // burst.
  int64_t full_requests(const Burst& request) const {
    if (!more())
      return 0;
    const uint64_t end = request.address + static_cast<uint64_t>(request.bytes);
    const int64_t behind = walk_.next_address() == end ? walk_.full() : 0;
    return walk_.ends_behind(behind) ? behind : behind + 1;
  }
  // Whether the states of bursts that come one period after the other are those of the one before:
  // no pads between their beats, and no cycle that is another instruction's.
  bool repeats(int64_t period, int64_t beats) const {
    return (pads_left_ == 0 || period == beats) && since_ <= accounted_;
  }
  // `count` of them, each granted a period after the one before, and complete `flight` edges later.
  // Returns the next request.
  Burst repeat(int64_t count, int64_t period, int64_t flight, int64_t beats) {
    walk_.skip_full(count - 1);
    queued_ += count * std::max<int64_t>(0, period - flight);
    latency_ += count * (std::min(flight, period) - beats);
    data_ += count * beats;
    beats_ += count * beats;
    accounted_ = last_ = last_ + count * period;
    return next();
  }

  int64_t beats() const { return beats_; }
  int64_t last_completion() const { return last_; }

  // In all other cycles the unit is busy.
  StateCycles states() const {
    StateCycles states{};
    const auto at = [&](UnitState state) -> int64_t& { return states[static_cast<size_t>(state)]; };
    at(UnitState::MemData) = data_;
    at(UnitState::MemLatency) = latency_;
    at(UnitState::MemQueued) = queued_;
    return states;
  }

 private:
  void finish_burst(int64_t completion, int64_t beats) {
    beats_ += beats;
    accounted_ = last_ = completion;
  }

  BurstWalk walk_;
  int64_t pads_left_ = 0;
  int64_t accounted_ = 0;  // cycles after the start and up to here have their state
  int64_t since_ = 0;
  int64_t beats_ = 0, last_ = 0;
  int64_t data_ = 0, latency_ = 0, queued_ = 0;
};

}  // namespace vta::csim
