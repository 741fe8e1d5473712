#include "workbench/part_devices.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/plural.h"
#include "link/devices/devices.h"
#include "link/process/process_link.h"

namespace vta::workbench {
namespace {

constexpr const char* kConfigKey = "config";

// "csim,kernels=avx2,fsim" -> "csim,kernels=avx2", "fsim".
std::vector<std::string> apart(const std::string& argument) {
  std::vector<std::string> devices;
  size_t begin = 0;
  while (begin <= argument.size()) {
    const size_t comma = std::min(argument.find(',', begin), argument.size());
    const std::string piece = argument.substr(begin, comma - begin);
    const size_t equals = piece.find('='), place = piece.find("://");
    const bool is_key = equals != std::string::npos && (place > equals);
    if (is_key && !devices.empty())
      devices.back() += "," + piece;
    else
      devices.push_back(piece);
    begin = comma + 1;
  }
  return devices;
}

PartDevice part_device(const std::string& text) {
  PartDevice out;
  out.text = text;
  out.device = parse_device(text);
  out.config = out.device.get(kConfigKey, "");
  std::erase_if(out.device.keys, [](const auto& key) { return key.first == kConfigKey; });
  known_devices().check(out.device);
  if (out.device.get("timing_only", "0") == "1")
    throw UsageError(fmt::format(
        "device '{}': the next part needs values, and timing_only=1 computes none: leave it out",
        shown(text)));
  return out;
}

}  // namespace

std::vector<PartDevice> part_devices(const std::vector<std::string>& arguments) {
  std::vector<PartDevice> devices;
  for (const std::string& argument : arguments)
    for (const std::string& text : apart(argument))
      devices.push_back(part_device(text));
  return devices;
}

std::vector<PartDevice> devices_for(std::vector<PartDevice> given, size_t parts) {
  if (given.size() == 1)
    given.resize(parts, given.front());
  if (given.size() != parts)
    throw UsageError(fmt::format(
        "--device names {}, and there are {}: give one for each part, or "
        "one that all of them have",
        counted(std::ssize(given), "device"), counted(static_cast<int64_t>(parts), "part")));
  return given;
}

bool has_time(const PartDevice& device) {
  return known_devices().has_time(device.device);
}

std::unique_ptr<DeviceLink> open_part_device(const PartDevice& device, const VtaConfig& config) {
  const std::string& scheme = device.device.scheme;
  if (scheme == "fsim" || scheme == "csim" || scheme == "tsim")
    return std::make_unique<ProcessLink>(device.device.text(), config);
  return known_devices().open(device.device, config);
}

}  // namespace vta::workbench
