// The link that a test program runs its suite over: test_link_local is the device of this process
// itself.
#pragma once

#include <memory>
#include <vector>

#include "driver/driver.h"

namespace vta::test {

std::unique_ptr<DeviceLink> test_link(std::unique_ptr<Device> device);

inline std::vector<std::byte> bytes_of(const DeviceBuffer& buffer) {
  std::vector<std::byte> bytes(static_cast<size_t>(buffer.size_bytes()));
  buffer.read(0, bytes);
  return bytes;
}

}  // namespace vta::test
