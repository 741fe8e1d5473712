#include "explore/record/timed_run.h"

#include "base/error.h"
#include "sim/factory/device_factory.h"

namespace vta::explore {

TimedRun timed_run(Program program, const std::string& backend, TraceSink* sink,
                   int64_t max_cycles) {
  if (backend == "fsim")
    throw UsageError("--backend fsim does not model time: legal are csim, tsim");
  if (program.kernels.empty())
    throw InputError(fmt::format("'{}' runs nothing on the accelerator: there are no cycles",
                                 program.provenance.model));
  DeviceOptions options;
  options.timing_only = backend == "csim";
  const VtaConfig config = program.config;
  Executor executor(std::move(program), make_device(backend, config, options));
  executor.set_max_cycles(max_cycles);
  executor.trace(sink);
  executor.run_launches_only();
  return {executor.program(), executor.stats()};
}

}  // namespace vta::explore
