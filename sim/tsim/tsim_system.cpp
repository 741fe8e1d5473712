#include "sim/tsim/tsim_system.h"

#include <utility>

namespace vta {

TsimSystem::TsimSystem(std::span<const VtaConfig> cores, std::shared_ptr<ModelLibrary> library,
                       int64_t memory_bytes)
    : machine_(std::make_shared<TsimMachine>(cores, std::move(library), memory_bytes)) {
  for (const VtaConfig& config : cores)
    cores_.push_back(std::make_unique<TsimCore>(config, machine_, std::ssize(cores_)));
}

std::unique_ptr<System> make_tsim_system(std::span<const VtaConfig> cores, int64_t memory_bytes) {
  check_cores(cores);
  return std::make_unique<TsimSystem>(cores, shared_model(system_recipe(cores, model_options())),
                                      memory_bytes);
}

}  // namespace vta
