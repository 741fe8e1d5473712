#include "cli/cosim_network.h"

#include "base/error.h"
#include "cli/compiled_program.h"
#include "cli/input.h"
#include "cli/machine_flags.h"
#include "runtime/executor.h"
#include "sim/cosim/mirror_device.h"
#include "sim/factory/device_factory.h"

namespace vta::cli {
namespace {

// Around the arena: the driver's pages, and what is rounded up to them.
constexpr int64_t kSlackBytes = int64_t{1} << 20;

Program compile_or_load(const NetworkRequest& request, const CompileFlags& flags) {
  if (request.memory == "random")
    throw UsageError("--memory random is for --random: a network takes a preset or parameters");
  const auto machine = [&](VtaConfig config) {
    return with_memory(std::move(config), request.memory);
  };
  return program_for({"cosim", request.model, flags.given_config(), machine}, flags);
}

void set_inputs(const NetworkRequest& request, const CompileFlags& flags, Executor& executor) {
  const Program& program = executor.program();
  const std::vector<std::string> sources = input_sources(request.inputs, input_names(program));
  const Preprocessing how = preparation(flags.pixels, known_preparation(request.model)).how;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& input = program.values[static_cast<size_t>(program.inputs[i])];
    const TensorType type{input.shape, input.dtype};
    executor.set_input(static_cast<int64_t>(i),
                       load_input(sources[i], type, normalisation_for(type, how)).tensor);
  }
}

}  // namespace

NetworkComparison compare_network(const NetworkRequest& request, const CompileFlags& flags) {
  Program program = compile_or_load(request, flags);
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
  set_inputs(request, flags, executor);
  executor.run();
  return {config, findings.launches, findings.insns, findings.cycles,
          std::move(findings.differences)};
}

}  // namespace vta::cli
