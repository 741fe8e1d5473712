#include "sim/tsim/tsim.h"

#include <utility>

#include "sim/tsim/tsim_core.h"

namespace vta {

std::unique_ptr<Device> make_tsim(const VtaConfig& config, int64_t memory_bytes,
                                  const WaveOptions& wave) {
  config.validate();
  ModelOptions options = model_options();
  options.trace = !wave.file.empty();
  auto machine = std::make_shared<TsimMachine>(
      std::span(&config, 1), shared_model(model_recipe(config, options)), memory_bytes, wave);
  return std::make_unique<TsimCore>(config, std::move(machine), 0);
}

}  // namespace vta
