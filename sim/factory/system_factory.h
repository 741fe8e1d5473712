// Makes a system of several cores by backend name.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sim/factory/device_factory.h"
#include "sim/system/system.h"

namespace vta {

// UsageError names a backend that has no systems, and those that have; ConfigError as
// check_cores(); otherwise as make_device(). A trace file is for single devices.
std::unique_ptr<System> make_system(std::string_view backend, std::span<const VtaConfig> cores,
                                    const DeviceOptions& options = {});

}  // namespace vta
