// One accelerator without SystemC: registers, launches, values, and the report of a run. Its user
// provides a port to a memory, a path for its bytes, and the time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/csim/byte_path.h"
#include "sim/csim/core_model.h"
#include "sim/csim/core_process.h"
#include "sim/device.h"
#include "sim/kernels/engine.h"
#include "sim/launch/kernel_marks.h"
#include "sim/launch/register_file.h"

namespace vta::csim {

struct MachineOptions {
  int64_t memory_bytes = 0;  // MEM_HI at first, and at most
  // No values: LOADs but those of micro-ops, STOREs, GEMMs and ALU operations only take their time.
  bool timing_only = false;
};

class Machine final : public CoreProcess, private Effects {
 public:
  // The references must outlive the machine. ConfigError: an illegal configuration.
  Machine(const VtaConfig& config, Engine& engine, BytePath& bytes, MemoryPort& port,
          const MachineOptions& options);

  bool computes_values() const { return !options_.timing_only; }
  bool running() const override { return running_; }
  int64_t now() const override { return now_; }
  bool run_until(int64_t until) override;
  // A sink hears dispatches and retirements in batches that end with it: in what it writes, events
  // that are not ordered by their edges keep their order.
  int64_t quantum() const override { return sink_ != nullptr ? kHeardQuantum : kQuantum; }
  int64_t next_cycle() override { return model_.next_edge(); }
  void write_register_at(int64_t offset, uint64_t value) override;
  uint64_t read_register_at(int64_t offset) const override;

  void check_register(Register reg, uint64_t value) const { registers_.check(reg, value); }
  // See CoreModel::answer; `why` describes a refusal.
  void answer(bool write, int64_t latency, bool refused, std::string_view why);

  // Bursts that the memory refuses though its port answers all of them at once; from the next
  // launch on. DeviceError: no whole words of the bus.
  void refuse(const RefusedWindow& window) {
    window.require_whole_words(config_.bus_bytes());
    refused_ = window;
  }

  const RunReport& report() const { return report_; }  // of the last run that has ended
  void set_kernels(std::vector<int64_t> first_insn) { kernels_.set(std::move(first_insn)); }
  void set_trace_sink(TraceSink* sink) {
    sink_ = sink;
    model_.set_trace_sink(sink);
  }

 private:
  static constexpr int64_t kQuantum = int64_t{1} << 20;
  static constexpr int64_t kHeardQuantum = 4096;

  // Effects
  std::optional<int64_t> index_fault(const Insn& insn) override;
  void load_uops(int64_t index, const Insn& insn) override;
  std::span<const UopEntry> uops() const override { return engine_.unsettled_state().uop; }
  void execute(int64_t index, const Insn& insn) override;
  void retire(const Execution& execution, const Insn& insn) override;
  void progress(int64_t index, const Insn& insn, int64_t steps) override;

  void launch();
  void apply(int64_t index, const Insn& insn);
  void run_trips(int64_t index, const Insn& insn, int64_t end);
  void finish_run();
  std::string describe(const CoreModel::End& end) const;
  std::string describe_deadlock() const;

  VtaConfig config_;
  MachineOptions options_;
  RegisterFile registers_;
  Engine& engine_;
  BytePath& bytes_;
  CoreModel model_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
  BaseAddresses bases_;
  bool running_ = false;
  int64_t now_ = 0;
  int64_t executed_ = -1;  // the last instruction of compute whose values are there
  // Of the two outer loops of the GEMM or ALU instruction that is done in slices.
  int64_t trips_done_ = 0;
  KernelMarks kernels_;
  RefusedWindow refused_;
  std::string refusal_;  // the first one of the run
  TraceSink* sink_ = nullptr;
  RunReport counted_;  // of the run under way
  RunReport report_;
};

}  // namespace vta::csim
