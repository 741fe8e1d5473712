#include "link/devices/devices.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"
#include "sim/kernels/engine.h"

namespace vta {
namespace {

constexpr int64_t kLeastMemory = 8192;  // a page that can be handed out
constexpr int64_t kMostMemory = int64_t{1} << 40;

const DeviceScheme::Key kMemoryBytes = {
    "memory_bytes", fmt::format("bytes of device memory, {} to {}, default {}", kLeastMemory,
                                kMostMemory, DeviceOptions{}.memory_bytes)};
const DeviceScheme::Key kKernels = {"kernels",
                                    "auto, amx, avx512vnni, avx2, portable or reference"};
const DeviceScheme::Key kTimingOnly = {"timing_only", "1: cycles without values, so no outputs"};

DeviceOptions options_of(const DeviceString& device) {
  DeviceOptions made;
  made.kernels = device.get("kernels", made.kernels);
  made.memory_bytes = device.get_int("memory_bytes", made.memory_bytes, kLeastMemory, kMostMemory);
  made.timing_only = device.get_flag("timing_only");
  return made;
}

// Those that this processor lacks are refused by who makes them.
void check_simulator(const DeviceString& device) {
  const std::string kernels = options_of(device).kernels;
  std::vector<std::string> known = engine_names();
  if (std::ranges::find(known, kernels) == known.end())
    throw UsageError(fmt::format("device '{}': unknown kernels={}: {}", shown(device.text()),
                                 shown(kernels), known_names(kernels, known)));
}

std::unique_ptr<DeviceLink> open_simulator(const DeviceString& device, const VtaConfig& config,
                                           const OpenOptions& options) {
  DeviceOptions made = options_of(device);
  made.wave = options.wave;
  return std::make_unique<LocalLink>(make_device(device.scheme, config, made));
}

DeviceTable all_devices() {
  DeviceTable table;
  table.add({.name = "fsim",
             .what = "functional simulator: values and counters, no time",
             .keys = {kKernels, kMemoryBytes},
             .check = check_simulator,
             .open = open_simulator});
  table.add({.name = "csim",
             .what = "cycle-level simulator: the same, and where every cycle went",
             .keys = {kKernels, kMemoryBytes, kTimingOnly},
             .has_time = true,
             .check = check_simulator,
             .open = open_simulator});
  table.add({.name = "tsim",
             .what = "the RTL, compiled: the same from the hardware",
             .keys = {kMemoryBytes},
             .has_wires = true,
             .has_time = true,
             .check = check_simulator,
             .open = open_simulator});
  table.add_elsewhere("board", "vta_linux");
  return table;
}

}  // namespace

DeviceTable& known_devices() {
  static DeviceTable table = all_devices();
  return table;
}

}  // namespace vta
