#include "driver/testbench/testbench.h"
#include "sim/fsim/fsim.h"

namespace vta::testbench {

std::unique_ptr<Device> make_backend(const VtaConfig& config) {
  return make_fsim(config, "auto", DeviceMemory::kDefaultBytes);
}

}  // namespace vta::testbench
