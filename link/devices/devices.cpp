#include "link/devices/devices.h"

#include "link/devices/fsim_scheme.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"

namespace vta {
namespace {

const DeviceScheme::Key kTimingOnly = {"timing_only",
                                       "1: compute cycles without values, so no outputs"};

DeviceOptions options_of(const DeviceString& device) {
  return {.kernels = kernels_of(device),
          .memory_bytes = memory_bytes_of(device),
          .timing_only = device.get_flag("timing_only")};
}

void check_options(const DeviceString& device) {
  check_simulator(device);
  options_of(device);
}

std::unique_ptr<DeviceLink> open_simulator(const DeviceString& device, const VtaConfig& config,
                                           const OpenOptions& options) {
  DeviceOptions made = options_of(device);
  made.wave = options.wave;
  return std::make_unique<LocalLink>(make_device(device.scheme, config, made));
}

DeviceTable all_devices() {
  DeviceTable table;
  table.add(fsim_scheme());
  table.add(
      {.name = "csim",
       .what =
           "cycle-level simulator: values, counters, and the state of every unit in every cycle",
       .keys = {kernels_key(), memory_bytes_key(), kTimingOnly},
       .has_time = true,
       .check = check_options,
       .open = open_simulator});
  table.add({.name = "tsim",
             .what = "the compiled RTL: values, counters and cycles of the hardware",
             .keys = {memory_bytes_key()},
             .has_wires = true,
             .has_time = true,
             .check = check_options,
             .open = open_simulator});
  table.add_elsewhere("board", "vta_linux");
  table.add_elsewhere("grpc", "vta_elsewhere");
  return table;
}

}  // namespace

DeviceTable& known_devices() {
  static DeviceTable table = all_devices();
  return table;
}

}  // namespace vta
