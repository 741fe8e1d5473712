// The SystemC model: values, counters, errors and cycles of a run, event-driven; equal to the
// timing pages in hw/rtl to the edge.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "sim/csim/direct_bytes.h"
#include "sim/csim/machine.h"
#include "sim/csim/systemc_bench.h"
#include "sim/device.h"
#include "sim/dram/dram_memory.h"
#include "sim/kernels/engine.h"

namespace vta {

struct CsimOptions {
  // No values: LOADs but those of micro-ops, STOREs, GEMMs and ALU operations only take their
  // time. Cycles, errors, counters and states are those of a run with values.
  bool timing_only = false;
  int64_t memory_bytes = DeviceMemory::kDefaultBytes;
  // Every burst crosses the memory port, as if its latency were not known before: the same, slower.
  // For tests.
  bool every_burst = false;
};

class Csim : public Device, public RefusingDevice, private csim::MemoryPort {
 public:
  // DeviceError: the process has a SystemC simulation of its own (docs/systemc.md).
  Csim(const VtaConfig& config, std::unique_ptr<Engine> engine, const CsimOptions& options = {});

  std::string_view backend() const override { return "csim"; }
  const VtaConfig& config() const override { return config_; }
  bool computes_values() const override { return machine_.computes_values(); }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  // DeviceError also for a launch whose instructions are not in memory.
  void write_register(Register reg, uint64_t value) override;
  uint64_t read_register(Register reg) const override;
  bool advance(int64_t max_cycles) override;
  const RunReport& report() const override { return machine_.report(); }
  void set_kernels(std::vector<int64_t> first_insn) override {
    machine_.set_kernels(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { machine_.set_trace_sink(sink); }
  void refuse(const RefusedWindow& window) override { machine_.refuse(window); }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return engine_->state().read(type, first, count);
  }

 private:
  bool has_fixed_latencies() const override { return !every_burst_ && !timed_; }
  int64_t transfer(const csim::Granted& burst) override;
  bool is_alone() const override { return timed_.has_value(); }
  std::optional<Answer> answer_before(int64_t edge) override;
  DramStatistics statistics(int64_t edge) override;
  csim::Borrower borrower();

  VtaConfig config_;
  bool every_burst_;
  DeviceMemory memory_;
  std::unique_ptr<Engine> engine_;
  csim::DirectBytes bytes_;
  csim::Machine machine_;
  csim::MemoryModel dram_;
  std::optional<DramMemory> timed_;  // of a configuration with a DRAM
  csim::SystemcBench& bench_;
};

// UsageError: see make_engine.
std::unique_ptr<Device> make_csim(const VtaConfig& config, std::string_view kernels,
                                  const CsimOptions& options = {});

}  // namespace vta
