// The functional simulator: values, counters and errors of a run, no time.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/device.h"
#include "sim/kernels/engine.h"
#include "sim/launch/kernel_marks.h"
#include "sim/launch/register_file.h"
#include "sim/launch/stream.h"
#include "sim/launch/unit_queues.h"
#include "sim/refused_window.h"

namespace vta {

class Fsim : public Device, public RefusingDevice {
 public:
  Fsim(const VtaConfig& config, std::unique_ptr<Engine> engine,
       int64_t memory_bytes = DeviceMemory::kDefaultBytes);

  std::string_view backend() const override { return "fsim"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  // DeviceError also for a launch whose instructions are not in memory.
  void write_register(Register reg, uint64_t value) override;
  uint64_t read_register(Register reg) const override;
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

  const Engine& engine() const { return *engine_; }

 private:
  // A GEMM or ALU instruction that has begun and is done in slices.
  struct Ongoing {
    int64_t index = 0;
    int64_t next_o = 0, next_i = 0;
  };

  void launch();
  void finish_run();
  void end_with(IsaError error, int64_t index, const std::string& text, const Insn* insn);
  int64_t execute(const Insn& insn, int64_t index);  // cycles charged
  int64_t run_slice(int64_t budget);                 // cycles charged
  void retire(int64_t index);
  void expect_weights(const Insn& insn, int64_t index);
  void run_steps(const Insn& insn, const LoopRange& range);

  VtaConfig config_;
  DeviceMemory memory_;
  RefusedWindow refused_;
  RegisterFile registers_;
  std::unique_ptr<Engine> engine_;
  StreamCache streams_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
  std::optional<UnitQueues> queues_;       // while running
  bool refused_fetch_ = false;             // the instruction behind those that are dispatched
  std::optional<Ongoing> ongoing_;
  KernelMarks kernels_;
  TraceSink* sink_ = nullptr;
  RunReport report_;
};

// UsageError: see make_engine.
std::unique_ptr<Device> make_fsim(const VtaConfig& config, std::string_view kernels,
                                  int64_t memory_bytes);

}  // namespace vta
