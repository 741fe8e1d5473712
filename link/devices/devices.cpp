#include "link/devices/devices.h"

#include "link/local_link.h"
#include "sim/factory/device_factory.h"

namespace vta {
namespace {

const DeviceScheme::Key kMemoryBytes = {"memory_bytes",
                                        "bytes of device memory, default 2147483648"};
const DeviceScheme::Key kKernels = {"kernels",
                                    "auto, amx, avx512vnni, avx2, portable or reference"};
const DeviceScheme::Key kTimingOnly = {"timing_only", "1: cycles without values, so no outputs"};

constexpr int64_t kLeastMemory = 8192;  // a page that can be handed out

std::unique_ptr<DeviceLink> open_simulator(const DeviceString& device, const VtaConfig& config,
                                           const OpenOptions& options) {
  DeviceOptions made;
  made.kernels = device.get("kernels", made.kernels);
  made.memory_bytes =
      device.get_int("memory_bytes", made.memory_bytes, kLeastMemory, int64_t{1} << 40);
  made.timing_only = device.get_flag("timing_only");
  made.wave = options.wave;
  return std::make_unique<LocalLink>(make_device(device.scheme, config, made));
}

DeviceTable all_devices() {
  DeviceTable table;
  table.add({.name = "fsim",
             .what = "functional simulator: values and counters, no time",
             .keys = {kKernels, kMemoryBytes},
             .open = open_simulator});
  table.add({.name = "csim",
             .what = "cycle-level simulator: the same, and where every cycle went",
             .keys = {kKernels, kMemoryBytes, kTimingOnly},
             .open = open_simulator});
  table.add({.name = "tsim",
             .what = "the RTL, compiled: the same from the hardware",
             .keys = {kMemoryBytes},
             .has_wires = true,
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
