// The options that name a simulator, its memory and what it records; run, exec and eval share them.
#pragma once

#include <memory>
#include <string>
#include "cli/options.h"

#include "cli/machine_flags.h"
#include "driver/driver.h"
#include "sim/factory/device_factory.h"

namespace vta::cli {

struct DeviceFlags {
  std::string backend = "fsim";
  std::string kernels = "auto";
  std::string memory;
  bool timing_only = false;
  int64_t max_cycles = kMaxCycles;

  void add_to(Command& command);  // --backend, --kernels, --memory, --max-cycles
  void add_timing_only(Command& command);

  // The configuration with --memory's changes; as it is without.
  VtaConfig with_memory(VtaConfig config) const;
  // What to tell whoever gave --memory or --clock to a simulator without time.
  std::vector<std::string> notes(const ClockFlag& clock) const;
  // UsageError when an option asks for what the backend cannot do.
  std::unique_ptr<Device> make(const VtaConfig& config, const WaveOptions& wave = {}) const;
};

}  // namespace vta::cli
