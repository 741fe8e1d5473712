// A core of a model: a device whose values, counters, errors and cycles are computed by the RTL.
//
// Registers, launch, report and texts of errors are here; the clock and the memory are those of its
// machine, which it may share with other cores.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/device.h"
#include "sim/launch/kernel_marks.h"
#include "sim/launch/register_file.h"
#include "sim/launch/stream.h"
#include "sim/refused_window.h"
#include "sim/tsim/run_accounts.h"
#include "sim/tsim/scratchpads.h"
#include "sim/tsim/tsim_machine.h"

namespace vta {

class TsimCore : public Device, public RefusingDevice {
 public:
  // Core `index` of the machine, which is of this configuration there.
  TsimCore(const VtaConfig& config, std::shared_ptr<TsimMachine> machine, int64_t index);
  ~TsimCore() override;

  std::string_view backend() const override { return "tsim"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return machine_->memory(); }
  const DeviceMemory& memory() const override { return std::as_const(*machine_).memory(); }
  // DeviceError also for a launch whose instructions are not in memory.
  void write_register(Register reg, uint64_t value) override;
  // What the RTL holds; of bases and the like, what was written.
  uint64_t read_register(Register reg) const override;
  // Exactly max_cycles where the run is longer. With a trace sink every completion is reported in
  // the cycle after it.
  bool advance(int64_t max_cycles) override;
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override {
    kernels_.set(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { sink_ = sink; }
  void refuse(const RefusedWindow& window) override {
    window.require_whole_words(config_.bus_bytes());
    refused_ = window;
  }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override;

  // The machine's business.
  bool running() const { return running_; }
  bool traced() const { return sink_ != nullptr; }
  void take(const tsim::CoreProgress& progress);

 private:
  void launch();
  void finish(const tsim::CoreProgress& progress);
  std::string error_text() const;
  std::string fault_text() const;
  std::string index_text(const Insn& insn) const;
  std::string deadlock_text() const;
  Counters counters() const;

  VtaConfig config_;
  std::shared_ptr<TsimMachine> machine_;
  int64_t index_;
  InsnCodec codec_;
  RefusedWindow refused_;
  RegisterFile registers_;
  Scratchpads scratchpads_;
  StreamCache streams_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
  KernelMarks kernels_;
  std::optional<RunAccounts> accounts_;
  bool running_ = false;
  TraceSink* sink_ = nullptr;
  RunReport report_;
};

}  // namespace vta
