#include "workbench/device_name.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "config/device.h"

namespace vta::workbench {

std::string device_help() {
  std::vector<std::string_view> names;
  for (const NamedDevice& device : named_devices())
    names.push_back(device.name);
  return fmt::format("FPGA to fit into: {}, or a file as in config/devices",
                     fmt::join(names, ", "));
}

}  // namespace vta::workbench
