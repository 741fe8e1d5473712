#include "explore/tune/tuned_network.h"

#include <algorithm>

#include "compiler/codegen/program_layout.h"
#include "explore/tune/trial.h"

namespace vta::explore {

std::vector<TunableLayer> tunable_layers(const LoweredGraph& lowered, const VtaConfig& config) {
  const SchedulePolicy policy = SchedulePolicy::named("fast");
  const ProgramLayout layout = lay_out_program(lowered, policy, config);
  std::vector<TunableLayer> layers;
  for (const auto& step : layout.steps) {
    const auto* kernel_step = std::get_if<KernelStep>(&step);
    if (kernel_step == nullptr || kernel_step->pool != nullptr ||
        !kernel_step->kernel->multiplies())
      continue;
    const Kernel& kernel = *kernel_step->kernel;
    const LayerId id = layer_id(kernel, kernel_step->steps, nullptr, false);
    auto found = std::ranges::find(layers, id, &TunableLayer::id);
    if (found == layers.end())
      found = layers.insert(found, {id, {}, alone(kernel)});
    found->kernels.push_back(kernel.name);
  }
  return layers;
}

}  // namespace vta::explore
