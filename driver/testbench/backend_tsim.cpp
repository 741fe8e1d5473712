#include "driver/testbench/testbench.h"
#include "sim/tsim/tsim.h"

namespace vta::testbench {

std::unique_ptr<Device> make_backend(const VtaConfig& config) {
  return make_tsim(config, DeviceMemory::kDefaultBytes);
}

}  // namespace vta::testbench
