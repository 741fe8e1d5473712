// The options that name a device, its memory and what it records; run, exec and eval share them.
#pragma once

#include <memory>
#include <string>
#include "cli/options.h"

#include "cli/machine_flags.h"
#include "driver/driver.h"
#include "link/devices/devices.h"

namespace vta::cli {

struct DeviceFlags {
  std::string device = "fsim";  // a device string (link/device_string.h), as given
  std::string kernels;          // as given; empty: not
  std::string memory;
  bool timing_only_flag = false;
  int64_t max_cycles = kMaxCycles;

  void add_to(Command& command);  // --device, --backend, --kernels, --memory, --max-cycles
  void add_timing_only(Command& command);

  // The device with --kernels and --timing-only as its keys. UsageError for one that is not known,
  // and when an option asks for what it cannot do.
  DeviceString named() const;
  // The simulator that runs, here or behind a server.
  std::string scheme() const { return known_devices().backend_of(named()); }
  bool timing_only() const { return named().get_flag("timing_only"); }

  // The configuration with --memory's changes; as it is without.
  VtaConfig with_memory(VtaConfig config) const;
  // What to tell whoever gave --memory or --clock to a simulator without time.
  std::vector<std::string> notes(const ClockFlag& clock) const;
  // UsageError for values of keys that are not legal.
  std::unique_ptr<DeviceLink> open(const VtaConfig& config, const WaveOptions& wave = {}) const;
};

// The devices with their keys, behind the examples of --help.
std::string device_footer();

}  // namespace vta::cli
