// The SystemC model: values, counters, errors and cycles of a run, event-driven; equal to the
// timing pages in hw/rtl to the edge.
#pragma once

#include <memory>
#include <optional>

#include "sim/csim/core_model.h"
#include "sim/csim/systemc_bench.h"
#include "sim/device.h"
#include "sim/kernels/engine.h"
#include "sim/launch/register_file.h"
#include "sim/launch/stream.h"

namespace vta {

struct CsimOptions {
  // No values: LOADs but those of micro-ops, STOREs, GEMMs and ALU operations only take their
  // time. Cycles, errors, counters and states are those of a run with values.
  bool timing_only = false;
  int64_t memory_bytes = DeviceMemory::kDefaultBytes;
};

class Csim : public Device,
             private csim::CoreProcess,
             private csim::MemoryPort,
             private csim::Effects {
 public:
  Csim(const VtaConfig& config, std::unique_ptr<Engine> engine, const CsimOptions& options = {});

  std::string_view backend() const override { return "csim"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  // DeviceError also for a launch whose instructions are not in memory.
  void write_register(Register reg, uint64_t value) override;
  uint64_t read_register(Register reg) const override;
  bool advance(int64_t max_cycles) override;
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override;
  void set_trace_sink(TraceSink* sink) override {
    sink_ = sink;
    model_.set_trace_sink(sink);
  }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override;

 private:
  // CoreProcess
  int64_t now() const override { return now_; }
  bool run_until(int64_t until) override;
  int64_t next_cycle() override { return model_.next_edge(); }
  void write_register_at(uint64_t offset, uint64_t value) override;
  uint64_t read_register_at(uint64_t offset) const override;
  // MemoryPort
  int64_t transfer(const csim::Burst& burst, bool write, int64_t edge) override;
  // Effects
  std::optional<int64_t> index_fault(const Insn& insn) override;
  void load_uops(const Insn& insn) override;
  std::span<const UopEntry> uops() const override { return engine_->unsettled_state().uop; }
  void execute(int64_t index, const Insn& insn) override;
  void retire(const Execution& execution, const Insn& insn) override;
  void progress(int64_t index, const Insn& insn, int64_t steps) override;

  csim::Borrower borrower();
  void launch();
  void apply(int64_t index, const Insn& insn);
  void run_trips(int64_t index, const Insn& insn, int64_t end);
  void count(int64_t index, const Insn& insn);
  void finish_run();
  std::string describe(const csim::CoreModel::End& end) const;
  std::string describe_deadlock() const;

  VtaConfig config_;
  CsimOptions options_;
  DeviceMemory memory_;
  RegisterFile registers_;
  std::unique_ptr<Engine> engine_;
  csim::CoreModel model_;
  csim::MemoryModel dram_;
  csim::SystemcBench& bench_;
  StreamCache streams_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
  BaseAddresses bases_;
  bool running_ = false;
  int64_t now_ = 0;
  int64_t executed_ = -1;  // the last instruction of compute whose values are there
  // Of the two outer loops of the GEMM or ALU instruction that is done in slices.
  int64_t trips_done_ = 0;
  std::vector<int64_t> kernels_, running_kernels_;
  TraceSink* sink_ = nullptr;
  RunReport report_;
};

// UsageError: see make_engine.
std::unique_ptr<Device> make_csim(const VtaConfig& config, std::string_view kernels,
                                  const CsimOptions& options = {});

}  // namespace vta
