// The link that a test program runs its suite over: with test_link_local the device of this process
// itself, with test_link_wire the same device behind messages (tests/link/loopback.h).
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
