#include "workbench/cosim_network.h"

#include "base/error.h"
#include "runtime/executor.h"
#include "sim/cosim/mirror_device.h"
#include "sim/factory/device_factory.h"
#include "workbench/input.h"
#include "workbench/network_inputs.h"

namespace vta::workbench {
namespace {

// Around the arena: the driver's pages, and what is rounded up to them.
constexpr int64_t kSlackBytes = int64_t{1} << 20;

void set_inputs(const NetworkRequest& request, Executor& executor) {
  const Program& program = executor.program();
  const std::vector<std::string> sources = input_sources(request.inputs, input_names(program));
  const Preprocessing how = preparation(request.pixels, known_preparation(request.model)).how;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& input = program.values[static_cast<size_t>(program.inputs[i])];
    const TensorType type{input.shape, input.dtype};
    executor.set_input(static_cast<int64_t>(i),
                       program_input(program, i, sources[i], normalization_for(type, how)).tensor);
  }
}

}  // namespace

NetworkComparison compare_network(const NetworkRequest& request, Program program) {
  if (program.kernels.empty())
    throw UsageError(
        fmt::format("vta cosim has nothing to compare: no kernel of '{}' runs on the accelerator",
                    request.model));
  const VtaConfig config = program.config;
  std::vector<std::unique_ptr<Device>> devices;
  for (const std::string& backend : request.backends)
    devices.push_back(
        make_device(backend, config, {.memory_bytes = program.arena_bytes + kSlackBytes}));
  cosim::MirrorDevice::Findings findings;
  Executor executor(std::move(program),
                    std::make_unique<cosim::MirrorDevice>(std::move(devices), findings));
  executor.set_max_cycles(request.max_cycles);
  set_inputs(request, executor);
  executor.run();
  return {config, findings.launches, findings.insns, findings.cycles,
          std::move(findings.differences)};
}

}  // namespace vta::workbench
