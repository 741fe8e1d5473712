// A Verilated top with its memory and its clock: what the cores of a model share, one or several.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/registers.h"
#include "sim/device_memory.h"
#include "sim/dram/dram_memory.h"
#include "sim/tsim/model_library.h"
#include "sim/tsim/wave.h"

namespace vta {

class TsimCore;

class TsimMachine {
 public:
  // `library` must be of these configurations, whose memories are the same.
  TsimMachine(std::span<const VtaConfig> cores, std::shared_ptr<ModelLibrary> library,
              int64_t memory_bytes, const WaveOptions& wave = {});
  ~TsimMachine();
  TsimMachine(const TsimMachine&) = delete;
  TsimMachine& operator=(const TsimMachine&) = delete;

  DeviceMemory& memory() { return memory_; }
  const DeviceMemory& memory() const { return memory_; }
  std::span<const tsim::Ram> rams(int64_t core) const;

  // Who hears of a core's progress; nullptr: nobody.
  void attach(int64_t core, TsimCore* host) { hosts_[static_cast<size_t>(core)] = host; }

  // An edge for every 32 bits, while any core runs; else no time.
  void write(int64_t core, Register reg, uint64_t value);
  uint64_t read(int64_t core, Register reg) const;
  // Of a core whose host says already that it runs.
  void launch(int64_t core, const tsim::Launch& launch);

  bool any_runs() const;
  // The next edge, from the launch that found all cores idle.
  int64_t now() const { return now_; }
  // Through so many edges, 1 at least, or up to the end of that core's run.
  void advance(const TsimCore& core, int64_t edges);
  // Through `edge`, or the first edge before it at which a run ends.
  void run_through(int64_t edge);

  // Since the launch that found all cores idle, up to the end of the last run.
  const DramStatistics& dram_statistics() const { return dram_statistics_; }
  // In a system they belong to no core: all 0.
  DramStatistics dram_statistics_of_one_core() const {
    return hosts_.size() == 1 ? dram_statistics_ : DramStatistics{};
  }

 private:
  void go_on(int64_t edges);

  DeviceMemory memory_;
  std::optional<DramMemory> dram_;
  std::shared_ptr<ModelLibrary> library_;
  const tsim::Api& api_;
  void* instance_ = nullptr;
  std::vector<TsimCore*> hosts_;
  int64_t now_ = 0;
  DramStatistics dram_statistics_;
};

}  // namespace vta
