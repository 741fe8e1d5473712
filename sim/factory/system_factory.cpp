#include "sim/factory/system_factory.h"

#include "base/error.h"
#include "sim/system/csim_system.h"
#include "sim/tsim/tsim_system.h"

namespace vta {

std::unique_ptr<System> make_system(std::string_view backend, std::span<const VtaConfig> cores,
                                    const DeviceOptions& options) {
  check_cores(cores);
  if (backend == "csim")
    return std::make_unique<CsimSystem>(
        cores, options.kernels,
        CsimOptions{.timing_only = options.timing_only, .memory_bytes = options.memory_bytes});
  if (backend == "tsim")
    return make_tsim_system(cores, options.memory_bytes);
  throw UsageError(
      fmt::format("backend {} has no systems of several cores: legal are csim and tsim", backend));
}

}  // namespace vta
