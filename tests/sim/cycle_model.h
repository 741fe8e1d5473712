// The timing pages of hw/rtl as a plain machine: registers, and what every clock edge makes of
// them.
//
// Slow and simple on purpose, and of another form than sim/csim: it has no formula for the edge at
// which something happens but looks, cycle by cycle, at registers: first decide() from them, then
// apply(). Values do not matter to it but for micro-ops.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "sim/launch/stream.h"
#include "sim/semantics/machine_state.h"
#include "sim/timing.h"

namespace vta::test {

struct CycleRun {
  const DecodedStream* stream = nullptr;
  uint64_t insn_addr = 0;
  int64_t insn_count = 0;
  BaseAddresses bases;
  int64_t read_latency = 0, write_latency = 0, gap = 0, max_outstanding = 1, burst_beats = 1;
  // Another memory: the cycles that it takes for the k-th grant, counted from 0. Absent: as above.
  std::function<int64_t(int64_t)> latency;
  const std::byte* dram = nullptr;
  std::vector<int64_t> kernels;  // first instructions
};

class CycleModel {
 public:
  CycleModel(const VtaConfig& config, const CycleRun& run);

  // Cycle by cycle to the end; false when that is later than `limit`.
  bool run(int64_t limit);

  int64_t end = 0;
  IsaError error = IsaError::None;
  int64_t error_insn = -1;
  std::map<int64_t, int64_t> completions;
  std::array<int64_t, 4> tokens{};
  Timing timing;

 private:
  struct Burst {
    size_t master;
    int64_t granted, beats;
    int64_t arrived_insns;   // fetch: how many are in the buffers once this burst is
    int64_t completion = 0;  // known when it is granted
  };
  // What one of the four masters shows to the arbiter.
  struct Master {
    std::deque<Burst> to_request;
    std::optional<Burst> request;
    bool may_request = false;  // it started, or saw the grant of the request before
  };
  struct UnitRegisters {
    bool executing = false;
    int64_t insn = -1, last_retired = -1;
    int64_t count = 0;  // cycles since the start, the present one included
    int64_t beats_left = 0, pads_left = 0, bursts_left = 0;
    bool stuck = false;  // at an index past its depth
  };
  // Compute with ACC_OVERLAP 1 (hw/rtl/compute/overlap.md): pipe A has the registers of the unit,
  // pipe G these. Both forget what they finish; it waits here until those before it have retired.
  struct Overlap {
    struct Started {
      int64_t insn = -1;
      bool finished = false, bad_index = false;
    };
    UnitRegisters pipe_g;
    std::deque<Started> started;  // not retired, oldest first
    // The head that is looked at, for how many cycles so far, and how many it takes.
    int64_t head = -1;
    int64_t looked = 0, takes = 0;
    std::optional<std::pair<int64_t, int64_t>> scanned;  // range of micro-ops
    std::map<int64_t, unsigned> halves;                  // of ACC, of all that was looked at
  };
  // What the edge that ends the present cycle will do.
  struct UnitDecision {
    bool start = false, done = false, beat = false, pad = false, in_flight = false;
    bool index_error = false;
    bool looked_at = false;  // the head of the queue
  };
  struct Decision {
    std::array<UnitDecision, 3> units;
    UnitDecision pipe_g;
    std::optional<size_t> grant;    // master
    std::array<bool, 4> request{};  // registers one
    bool dispatch = false, fault = false, slot = false, decoding = false;
    bool b_moves = false, a_moves = false, reads = false;
    bool fetch_beat = false, fetch_in_flight = false;
  };

  const Insn& insn(int64_t index) const { return run_.stream->insns()[static_cast<size_t>(index)]; }
  bool in_flight(const Burst& b) const { return b.granted < t_ && t_ <= completion(b); }
  bool moves_beat(const Burst& b) const;
  static int64_t completion(const Burst& b) { return b.completion; }
  int64_t completion_of_grant(const Burst& b);
  int64_t steps_interval(const Insn& n) const;
  int64_t dot_product(const Insn& n) const;

  Decision decide() const;
  void decide_unit(size_t unit, UnitDecision& d) const;
  void decide_end(const UnitRegisters& u, UnitDecision& d) const;
  bool pipes_let_start() const;
  bool may_look() const;
  void decide_fetch(Decision& d) const;
  std::optional<size_t> decide_grant() const;
  bool quiet(const Decision& d) const;
  int missing_token(size_t unit) const;  // 0: none, 1: previous, 2: next
  bool index_error(const UnitRegisters& u) const;
  bool next_group_fits() const;

  void apply(const Decision& d);
  void apply_unit(size_t unit, const Decision& decision);
  void apply_pipes(const Decision& d);
  void leave_pipe(UnitRegisters& u, const UnitDecision& d);
  void retire_oldest();
  void look();
  void apply_fetch(const Decision& d);
  void apply_bursts(const Decision& d);
  void start(size_t unit);
  void finish(UnitRegisters& u);
  void retire(size_t unit, int64_t index);
  void halt(int64_t index);
  void cut(size_t master, uint64_t address, int64_t bytes, int64_t arrived_insns);

  void account(const Decision& d);
  int64_t executed(size_t unit) const;  // the instruction; -1: none
  UnitState unit_state(size_t unit, const UnitDecision& d) const;
  UnitState transfer_state(size_t unit, const UnitDecision& d) const;
  UnitState fetch_state(const Decision& d) const;
  int64_t kernel_of(int64_t index) const;
  void add(size_t timed_unit, int64_t kernel, UnitState state);
  void end_run();

  // cycle_model_overlap.cpp
  bool overlaps(size_t unit) const { return unit == 1 && config_.acc_overlap == 1; }
  UnitRegisters& pipe_of(int64_t index);
  const UnitRegisters& pipe_of(int64_t index) const {
    return const_cast<CycleModel*>(this)->pipe_of(index);
  }
  bool loads_uops(int64_t index) const;
  unsigned halves_of(const Insn& n) const;
  bool conflict(int64_t a, int64_t b) const;
  bool writes_over(int64_t load, int64_t loop) const;
  static bool is_transfer(const Insn& n) {
    return n.op() == Opcode::Load || n.op() == Opcode::Store;
  }
  static bool is_loop(const Insn& n) { return n.op() == Opcode::Gemm || n.op() == Opcode::Alu; }

  VtaConfig config_;
  CycleRun run_;
  MachineState state_;
  int64_t t_ = 0;  // the present cycle

  std::array<std::deque<int64_t>, 3> queues_;
  std::array<UnitRegisters, 3> units_;
  Overlap overlap_;
  std::array<Master, 4> masters_;
  std::vector<Burst> bursts_;  // granted, not complete
  size_t last_winner_ = 3;
  int64_t bus_wait_ = 0;  // cycles until another grant may come
  int64_t grants_ = 0;
  int64_t last_read_ = 0, last_write_ = 0;  // completions

  std::optional<int64_t> stage_a_, stage_b_;  // fetch: two registers between buffer and queue
  int64_t in_buffer_ = 0;                     // instructions whose group is in
  int64_t read_ = 0;                          // instructions taken from the buffers
  int64_t dispatched_ = 0;
  std::vector<int64_t> group_ends_;  // of groups requested
  bool fault_ = false;
  bool halted_ = false;
  int64_t last_dispatched_ = -1;
};

}  // namespace vta::test
