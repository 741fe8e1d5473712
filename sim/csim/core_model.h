// The accelerator as edges: the edges at which instructions start, are done, or raise an error.
//
// Everything except the memory port's grants follows from formulas as soon as their inputs are
// known, however far ahead in time; settle() computes it. Only grants are decided in the order of
// time: the request of any master that is not known yet comes after the next grant, since it
// depends on it.
//
//   launch --> settle <---------------------------+
//                |  requests                      | completion, dispatches, starts, tokens
//                v                                |
//             arbiter: earliest grant --> memory port: answers at once, or later
//
// Retirements are reported in the order of their edges, never before all grants up to that edge.
//
// A memory may leave bursts unanswered (hw/rtl/memory/README.md, "Another memory"). Edges that
// depend on them are unknown until they are answered; all others continue. A model that is run no
// farther than the present grants as it would if it had known: an answer that comes at an edge
// completes its burst later than that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/csim/accounts.h"
#include "sim/csim/arbiter.h"
#include "sim/csim/command_queue.h"
#include "sim/csim/fetch.h"
#include "sim/csim/overlap.h"
#include "sim/csim/stretch.h"
#include "sim/csim/tokens.h"
#include "sim/csim/transfer.h"
#include "sim/csim/window.h"
#include "sim/launch/stream.h"
#include "sim/refused_window.h"
#include "sim/trace_sink.h"

namespace vta::csim {

// The memory behind the port.
class MemoryPort {
 public:
  static constexpr int64_t kUnanswered = -1;
  struct Answer {
    bool write = false;
    int64_t latency = 0;  // cycles
  };

  virtual ~MemoryPort() = default;
  // Asked at every launch: whether each burst of it is answered at once, with the latency that
  // MEM_READ_LATENCY or MEM_WRITE_LATENCY says. Then none is issued.
  virtual bool has_fixed_latencies() const { return false; }
  // Issues a burst. The cycles that the memory takes for it, or kUnanswered: CoreModel::answer()
  // says so later.
  virtual int64_t transfer(const Granted& burst) = 0;
  // Whether nothing but the core moves the memory's time: answer_before().
  virtual bool is_alone() const { return false; }
  // The memory goes on as long as no burst that is granted at `edge` or later could matter. It
  // stops at its first answer, which is of the oldest unanswered burst of its kind.
  virtual std::optional<Answer> answer_before(int64_t edge) {
    static_cast<void>(edge);
    return std::nullopt;
  }
  // Of a run that ended at `edge`.
  virtual DramStatistics statistics(int64_t edge) {
    static_cast<void>(edge);
    return {};
  }
};

// Effects of instructions besides their time.
class Effects {
 public:
  virtual ~Effects() = default;
  // The first step of a GEMM or ALU instruction that raises INDEX_RANGE. Asked in program order,
  // when all micro-ops before it are loaded.
  virtual std::optional<int64_t> index_fault(const Insn& insn) = 0;
  // Called before retire(), and before uops() and index_fault() are asked for a later instruction.
  virtual void load_uops(int64_t index, const Insn& insn) = 0;
  // As the LOADs so far left them.
  virtual std::span<const UopEntry> uops() const = 0;
  // Values of an instruction of compute, in program order; at its retirement at the latest.
  virtual void execute(int64_t index, const Insn& insn) = 0;
  // In the order of the edges at which they are done.
  virtual void retire(const Execution& execution, const Insn& insn) = 0;
  // `steps` of the instruction that retires next on compute are over.
  virtual void progress(int64_t index, const Insn& insn, int64_t steps) = 0;
};

class CoreModel {
 public:
  struct Launch {
    const DecodedStream* stream = nullptr;
    uint64_t insn_address = 0;
    int64_t insn_count = 0;
    BaseAddresses bases;
    MemoryTiming timing;
    std::span<const int64_t> kernels;  // first instructions
    RefusedWindow refused;             // of a memory that answers at once
  };
  struct End {
    int64_t edge = 0;
    IsaError error = IsaError::None;
    int64_t insn = -1;  // with `error`
    std::array<int64_t, 4> tokens_left{};
    Timing timing;
  };

  CoreModel(const VtaConfig& config, MemoryPort& port, Effects& effects);

  void launch(const Launch& launch);
  // Gets dispatches and bursts; not owned, nullptr: none.
  void set_trace_sink(TraceSink* sink) { sink_ = sink; }
  // Everything up to and including edge `until`; true once the run has ended. While bursts are
  // unanswered `until` must not be past the edge at which they could be answered.
  bool run_until(int64_t until);
  // The next edge at which anything is known to happen; kNever: nothing before an answer that
  // others' time brings.
  int64_t next_edge();
  // Of the oldest unanswered burst of its kind: it took the memory `latency` cycles, or was refused
  // after them. Nothing of a refused one is used, and the run ends with BUS_ERROR.
  void answer(bool write, int64_t latency, bool refused);
  End end();  // of a run that has ended; once

 private:
  // A unit's started instructions, and the last one that retired.
  struct UnitTimes {
    Window window;
    int64_t done = 0;
    int64_t kernel = kNoKernel;
    KernelCursor cursor;
    Transfer transfer;
    InFlight* moving = nullptr;  // that the transfer belongs to
  };
  // Events that end a run at once. Of several at one edge the first in this order.
  enum class Cause : uint8_t { Index, Read, Write };
  static constexpr int64_t kNextDispatched = -1;  // the one that is next at `edge`
  struct RunError {
    int64_t edge = kNever;
    Cause cause = Cause::Index;
    int64_t insn = kNextDispatched;
  };

  const Insn& insn(int64_t index) const {
    return launch_.stream->insns()[static_cast<size_t>(index)];
  }
  bool overlaps(Unit unit) const { return unit == Unit::Compute && config_.acc_overlap != 0; }
  void settle();
  bool start_next(Unit unit);
  int64_t clear_edge(Unit unit, const Dispatched& head);
  void execute(InFlight& started);
  void begin_transfer(InFlight& started, const Runs& runs, int64_t pads);
  void compute_steps(InFlight& started);
  void finish(Execution& execution, int64_t edge);
  void retire_settled(Unit unit);
  void retire(Execution& oldest);
  void account(Execution& execution);
  void load_uops(int64_t index, const Insn& insn);
  int64_t next_grant(int64_t until);
  void go_alone(TimedUnit master, int64_t edge, int64_t until);
  void grant(TimedUnit master, int64_t edge);
  Granted take_grant(TimedUnit master, int64_t edge);
  int64_t issue(const Granted& burst);
  void request_next(const Granted& burst);
  int64_t complete(const Granted& burst, int64_t latency);
  void arrive(const Granted& burst, int64_t completion);
  void account(const Granted& burst, int64_t completion);
  bool is_refused(const Burst& burst) const;
  int64_t first_refused(const Burst& burst) const;
  void refuse(const Granted& burst, int64_t completion, int64_t beat);
  void finish_transfer(Unit unit);
  void raise(const RunError& error);
  // Whether this grant and those behind it are a stretch's.
  bool begins_stretch(TimedUnit master) const {
    return stretches_ && master != TimedUnit::Fetch &&
           units_[static_cast<size_t>(master) - 1].transfer.more();
  }
  bool unanswered() const { return !unanswered_[0].empty() || !unanswered_[1].empty(); }
  bool all_granted(int64_t next) const { return next == kNever || next > error_.edge; }
  // Dispatches, retirements.
  void report_up_to(int64_t edge) {
    if (next_report_ <= edge)
      report_until(edge);
  }
  void report_until(int64_t edge);
  Ring<Execution>& earliest_retirement();
  void report_burst(const Granted& granted, int64_t completion);
  void report_progress(int64_t until);
  int64_t element_bytes(const Insn& insn) const;
  int64_t end_edge() const;
  void report_error(End& end) const;
  void close_accounts(int64_t end);

  VtaConfig config_;
  MemoryPort& port_;
  Effects& effects_;
  std::array<int64_t, 6> element_bytes_{};  // by MemoryType

  Launch launch_;
  Arbiter arbiter_;
  bool fixed_latencies_ = false;
  bool stretches_ = false;
  std::array<BurstRule, 2> burst_rules_;  // reads, writes
  Fetch fetch_;
  std::array<CommandQueue, 3> queues_;
  std::array<UnitTimes, 3> units_;
  Overlap overlap_;  // of compute; not asked with ACC_OVERLAP 0
  Tokens tokens_;
  Accounts accounts_;
  unsigned dirty_ = 0;  // units (1 << Unit) whose head may have become able to start
  bool fetch_dirty_ = false;
  std::array<Ring<Execution>, 3> retirements_;  // done, not yet reported
  int64_t next_report_ = kNever;                // nothing is to be reported before
  Ring<Dispatch> dispatches_;                   // not yet reported; empty without a sink
  int64_t last_activity_ = 0;                   // of units and bursts
  int64_t last_completion_ = 0;                 // of bursts
  int64_t bus_beats_ = 0;
  RunError error_;
  std::array<Ring<Granted>, 2> unanswered_;  // reads, writes
  TraceSink* sink_ = nullptr;
};

}  // namespace vta::csim
