#include "driver/testbench/testbench.h"
#include "link/local_link.h"
#include "sim/fsim/fsim.h"
#include "tests/link/loopback.h"

namespace vta::testbench {

std::unique_ptr<DeviceLink> make_backend(const VtaConfig& config) {
  return wire::make_loopback(
      std::make_unique<LocalLink>(make_fsim(config, "auto", DeviceMemory::kDefaultBytes)));
}

}  // namespace vta::testbench
