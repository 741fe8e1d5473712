#include "driver/testbench/testbench.h"
#include "sim/csim/csim.h"

namespace vta::testbench {

std::unique_ptr<Device> make_backend(const VtaConfig& config) {
  return make_csim(config, "auto", {});
}

}  // namespace vta::testbench
