// The instructions that a unit has started and not retired, in order. Each finishes at an edge of
// its own, they retire one after the other; a unit that executes one at a time has room for one.
#pragma once

#include <array>
#include <cstddef>

#include "sim/csim/arbiter.h"
#include "sim/trace_sink.h"

namespace vta::csim {

struct InFlight {
  // finish, done: kNever until known. prev_token, next_token: the pushes' edges until it retires.
  Execution execution;
  bool index_fault = false;  // found at `finish`; it never finishes

  bool settled() const { return execution.finish != kNever; }
};

class Window {
 public:
  static constexpr size_t kMost = 16;

  void launch(size_t depth) {
    slots_ = {};
    depth_ = depth;
    next_ = oldest_ = count_ = 0;
  }

  // The edge after which there is room for one more: the instruction `depth` before it is done.
  // kNever while that is not known.
  int64_t room_edge() const { return slots_[next_].execution.done; }
  InFlight& start() {
    // Cleared where what comes after it does not write anyway: an instruction takes tens of
    // nanoseconds in all.
    InFlight& slot = slots_[next_];
    slot.execution.states = {};
    slot.execution.finish = slot.execution.done = kNever;
    slot.index_fault = false;
    next_ = after(next_);
    ++count_;
    return slot;
  }
  bool empty() const { return count_ == 0; }
  InFlight& oldest() { return slots_[oldest_]; }
  void retire_oldest() {
    oldest_ = after(oldest_);
    --count_;
  }

 private:
  size_t after(size_t at) const { return at + 1 == depth_ ? 0 : at + 1; }

  std::array<InFlight, kMost> slots_{};
  size_t depth_ = 1;
  size_t next_ = 0, oldest_ = 0, count_ = 0;
};

}  // namespace vta::csim
