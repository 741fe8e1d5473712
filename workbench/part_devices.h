// The devices of `vta pipeline`: one per part, each with a configuration of its own if it is given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "link/device_link.h"
#include "link/device_string.h"

namespace vta::workbench {

struct PartDevice {
  std::string text;  // as given
  DeviceString device;
  std::string config;  // of its key `config`, which every device has here; empty: not given
};

// Device strings from the arguments of --device: each argument is one or several with commas
// between them. What is KEY=VALUE belongs to the device before it. UsageError for what is no device
// of this program, by its scheme, keys and values.
std::vector<PartDevice> part_devices(const std::vector<std::string>& arguments);

// A device per part: the given ones, or one of the same kind each where one is given. UsageError
// where there are more or fewer.
std::vector<PartDevice> devices_for(std::vector<PartDevice> given, size_t parts);

// Whether its reports have cycles.
bool has_time(const PartDevice& device);

// Simulators of this machine in processes of their own, everything else as the table opens it.
std::unique_ptr<DeviceLink> open_part_device(const PartDevice& device, const VtaConfig& config);

}  // namespace vta::workbench
