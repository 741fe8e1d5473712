#include "sim/factory/device_factory.h"

#include "base/error.h"
#include "base/suggest.h"
#include "sim/csim/csim.h"
#include "sim/fsim/fsim.h"
#include "sim/tsim/tsim.h"

namespace vta {

std::vector<std::string> backend_names() {
  return {"fsim", "csim", "tsim"};
}

std::unique_ptr<Device> make_device(std::string_view backend, const VtaConfig& config,
                                    const DeviceOptions& options) {
  if (backend == "fsim")
    return make_fsim(config, options.kernels, options.memory_bytes);
  if (backend == "csim")
    return make_csim(config, options.kernels, {options.timing_only, options.memory_bytes});
  if (backend == "tsim")
    return make_tsim(config, options.memory_bytes, options.wave);
  throw UsageError(
      fmt::format("unknown backend '{}': {}", backend, known_names(backend, backend_names())));
}

}  // namespace vta
