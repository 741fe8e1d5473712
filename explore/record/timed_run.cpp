#include "explore/record/timed_run.h"

#include "base/error.h"
#include "link/devices/devices.h"

namespace vta::explore {

TimedRun timed_run(Program program, const std::string& device, TraceSink* sink,
                   int64_t max_cycles) {
  DeviceString named = parse_device(device);
  if (named.scheme == "fsim")
    throw UsageError("--backend fsim does not model time: legal are csim, tsim");
  if (program.kernels.empty())
    throw InputError(fmt::format("'{}' runs nothing on the accelerator: there are no cycles",
                                 program.provenance.model));
  if (named.scheme == "csim" && !named.has("timing_only"))
    named.add("timing_only", "1");
  const VtaConfig config = program.config;
  Executor executor(std::move(program), known_devices().open(named, config));
  executor.set_max_cycles(max_cycles);
  executor.trace(sink);
  executor.run_launches_only();
  return {executor.program(), executor.stats()};
}

}  // namespace vta::explore
