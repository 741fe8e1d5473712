// Writes a run as a trace for ui.perfetto.dev and chrome://tracing while it runs: docs/trace.md.
//
//   TraceOutput file("trace.json.gz");
//   TraceWriter writer(program, {}, file);
//   run_launches(program, std::move(link), kMaxCycles, &writer);
//   writer.finish();
//   file.close();
//
// Memory use does not grow with the run: it holds the tokens in the counters, the bursts that fetch
// has not yet dispatched from, and a buffer of text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explore/point.h"
#include "explore/trace/bus_windows.h"
#include "explore/trace/event_writer.h"
#include "explore/trace/fetch_steps.h"
#include "explore/trace/token_ledger.h"
#include "explore/trace/trace_part.h"
#include "runtime/program.h"
#include "sim/device.h"

namespace vta::explore {

// A step of the host, as long as so many cycles of the time axis.
struct HostSlice {
  std::string name;
  int64_t cycles = 0;
};

struct TraceOptions {
  double mhz = 1000;     // 1 cycle = 1 ns
  bool bursts = true;    // a slice for each of the memory port's bursts
  int64_t window = 256;  // cycles of one value of the bus utilization
  TracePart part = {};
  // What the host does before each launch, and behind the last. Nothing: launches follow each
  // other.
  std::vector<std::vector<HostSlice>> host = {};
  // Called after each instruction, for progress.
  std::function<void()> retired = {};
};

// The threads of a launch.
enum class TraceThread : int64_t {
  Layers = 1,
  Fetch = 2,
  Load = 3,
  Compute = 4,
  Store = 5,
  Reads = 6,
  Writes = 7,
  ComputeGemm = 8,  // with ACC_OVERLAP 1: the instructions in pipe G; otherwise unused
};

class TraceWriter final : public TraceSink {
 public:
  // The k-th launch is the program's k-th launch step with instructions. Program and file must
  // outlive the writer.
  TraceWriter(const Program& program, TraceOptions options, TraceOutput& file);

  void on_launch(std::span<const Insn> insns) override;
  void on_retire(Unit, int64_t, const Insn&, int64_t) override;
  void on_dispatch(const Dispatch& dispatch) override;
  void on_execution(const Execution& execution, const Insn& insn) override;
  void on_burst(const BurstTransfer& burst) override;
  void on_end(const RunReport& report) override;

  // Writes the end of the file, also for a failed run.
  void finish();

  int64_t insns() const { return insns_; }    // that have a slice
  int64_t bursts() const { return bursts_; }  // likewise
  int64_t cycles() const { return offset_; }  // of all launches that have ended
  // Of the time axis: the same, and the host's steps.
  int64_t axis_cycles() const { return offset_ + host_cycles_; }
  int64_t events() const { return events_.events(); }
  // All ended launches: cycles, counters and their part of the network.
  const PointResult& whole() const { return whole_; }

 private:
  bool overlaps() const { return program_.config.acc_overlap != 0; }
  TraceThread thread_of(const Insn& insn) const;
  TraceThread thread_of(int64_t insn) const {
    return thread_of(stream_[static_cast<size_t>(insn)]);
  }
  Track track(TraceThread thread) const { return {process_, static_cast<int64_t>(thread)}; }
  Span cycles_span(int64_t first, int64_t last) const {
    return {offset_ + first - 1, offset_ + last};
  }
  int64_t kernel_of(int64_t insn) const;
  // Whether these cycles of an instruction of this launch are in the requested part.
  bool wanted(int64_t insn, int64_t first, int64_t last) const;
  std::string_view kernel_name(int64_t kernel) const;
  void name_threads();
  void host_slices();
  void wait_slices(const Execution& execution, TraceThread thread);
  void wait_slice(TraceThread thread, std::string_view name, int64_t first, int64_t last,
                  std::string_view category = "wait");
  void hop(const TokenLedger::Hop& hop);
  void level(const TokenLedger::Level& level);
  void bus_window(Span window, int64_t read, int64_t written);
  void begin_counting(int64_t cycle);
  void end_counting(const Execution& execution);
  void layers(const Timing& timing);

  const Program& program_;
  TraceOptions options_;
  EventWriter events_;
  TokenLedger tokens_;
  FetchSteps fetch_;
  BusWindows bus_;
  std::vector<const LaunchStep*> launches_;

  std::span<const Insn> stream_;  // of the current launch
  const LaunchStep* launch_ = nullptr;
  int64_t process_ = 0;
  int64_t offset_ = 0;       // cycles of the launches before
  int64_t host_cycles_ = 0;  // of the host's steps before, on the time axis
  PointResult whole_;        // of the launches that have ended, but for their layers
  int64_t insns_ = 0, bursts_ = 0, bus_beats_ = 0;
  // Whether counters are shown: always, or from the first to the last event of the requested
  // kernel.
  bool counting_;
  int64_t counted_from_ = 0;  // then: the cycle before
  int64_t kernel_insns_ = 0;  // of that kernel, done
};

}  // namespace vta::explore
