// Events of a run while it runs: the path of each instruction through the accelerator, and the
// activity of the memory port, as edges (hw/rtl/README.md). Cycle t is the interval that ends at
// edge t.
#pragma once

#include <cstdint>
#include <span>

#include "hw/isa/insn.h"
#include "sim/timing.h"

namespace vta {

struct RunReport;

// Fetch put instruction `index` into its unit's queue at `edge`. The cycles from `decode` up to
// `ready` - 1 went to reading and checking it; in those from `ready` up to `edge` - 1 its queue was
// full.
struct Dispatch {
  int64_t index = 0;
  int64_t decode = 0, ready = 0, edge = 0;
};

// What a unit did from the end of the instruction before (`free`, 0: none before) to the end of
// this one (`done`): no instruction was visible through `visible`; the token from the previous unit
// was missing through `prev_token`; the one from the next unit through `next_token`; the cycles
// from then on went to this one. free <= visible <= prev_token <= next_token < done.
//
// It started at `start`, had its last effect at `finish` and retired at `done`. start is
// next_token + 1 and finish is done, but for compute with ACC_OVERLAP 1: there it may start before
// `free`, or later than its tokens allow, and finish before the one before it is done.
struct Execution {
  Unit unit = Unit::Load;
  int64_t index = 0;
  int64_t dispatched = 0;
  int64_t free = 0, visible = 0, prev_token = 0, next_token = 0;
  int64_t start = 0, finish = 0, done = 0;
  // Of cycles next_token + 1 .. done: busy, mem_queued, mem_latency, mem_data.
  StateCycles states{};
};

// A burst that was requested, granted and moved. Beats move one an edge.
struct BurstTransfer {
  TimedUnit master = TimedUnit::Fetch;  // all read but store, which writes
  int64_t insn = 0;                     // that it belongs to; fetch: the first that is fetched
  uint64_t address = 0;
  int64_t bytes = 0, beats = 0;
  int64_t requested = 0, granted = 0;
  int64_t first_beat = 0, last_beat = 0;
  int64_t complete = 0;

  bool write() const { return master == TimedUnit::Store; }
};

// Receives events as they happen. Called on the simulating thread; must not touch the device except
// to read its memory.
//
// csim reports everything: dispatches and retirements in the order of their edges, each execution
// just before its retirement, bursts in the order of their grants. Events cut off by an error are
// not reported. fsim and tsim report only launches, retirements and ends: fsim has no time, and the
// RTL's registers show the completion of an instruction but not the state of its unit before.
class TraceSink {
 public:
  virtual ~TraceSink() = default;

  // A launch has been accepted; `insns` ends with the first faulty instruction, if any, and is
  // valid until on_end.
  virtual void on_launch(std::span<const Insn> insns) { (void)insns; }
  // Instruction `index` of the stream has completed, its effects on memory included. `cycle` is -1
  // where time is not modelled.
  virtual void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) = 0;
  virtual void on_dispatch(const Dispatch& dispatch) { (void)dispatch; }
  virtual void on_execution(const Execution& execution, const Insn& insn) {
    (void)execution;
    (void)insn;
  }
  virtual void on_burst(const BurstTransfer& burst) { (void)burst; }
  virtual void on_end(const RunReport& report) { (void)report; }
};

}  // namespace vta
