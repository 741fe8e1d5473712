// fsim as a row of a table of devices, and what rows of other simulators have in common with it.
#pragma once

#include <cstdint>
#include <string>

#include "link/device_table.h"

namespace vta {

DeviceScheme fsim_scheme();

DeviceScheme::Key kernels_key();
DeviceScheme::Key memory_bytes_key();
std::string kernels_of(const DeviceString& device);  // "auto" where it is not given
int64_t memory_bytes_of(const DeviceString& device);
// UsageError for values of both keys that are not legal. Kernels that this processor lacks are
// refused by who makes the device.
void check_simulator(const DeviceString& device);

}  // namespace vta
