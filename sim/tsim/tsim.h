// The RTL itself, Verilated: values, counters, errors and cycles of a run, all computed by the
// design. The library of a configuration is built when first needed (model_cache.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/device.h"
#include "sim/dram/dram_memory.h"
#include "sim/launch/kernel_marks.h"
#include "sim/launch/register_file.h"
#include "sim/launch/stream.h"
#include "sim/refused_window.h"
#include "sim/tsim/model_library.h"
#include "sim/tsim/run_accounts.h"
#include "sim/tsim/scratchpads.h"
#include "sim/tsim/wave.h"

namespace vta {

class Tsim : public Device, public RefusingDevice {
 public:
  // A core in `library`, which must be of this configuration.
  Tsim(const VtaConfig& config, std::shared_ptr<ModelLibrary> library, int64_t memory_bytes,
       const WaveOptions& wave = {});
  ~Tsim() override;

  std::string_view backend() const override { return "tsim"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
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

 private:
  void write_rtl(Register reg, uint64_t value);
  void launch();
  void take(const tsim::Progress& progress);
  void finish(const tsim::Progress& progress);
  std::string error_text() const;
  std::string fault_text() const;
  std::string index_text(const Insn& insn) const;
  std::string deadlock_text() const;
  Counters counters() const;

  VtaConfig config_;
  InsnCodec codec_;
  DeviceMemory memory_;
  RefusedWindow refused_;
  RegisterFile registers_;
  std::optional<DramMemory> dram_;
  std::shared_ptr<ModelLibrary> library_;
  const tsim::Api& api_;
  void* instance_ = nullptr;
  std::optional<Scratchpads> scratchpads_;
  StreamCache streams_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
  KernelMarks kernels_;
  std::optional<RunAccounts> accounts_;
  bool running_ = false;
  int64_t cycle_ = 0;
  TraceSink* sink_ = nullptr;
  RunReport report_;
};

// Builds the library, with model_options(), where the cache has none. UsageError: a tool is missing
// or fails. InputError: no RTL.
std::unique_ptr<Device> make_tsim(const VtaConfig& config, int64_t memory_bytes,
                                  const WaveOptions& wave = {});

}  // namespace vta
