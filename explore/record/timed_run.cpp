#include "explore/record/timed_run.h"

#include "base/error.h"
#include "link/devices/devices.h"

namespace vta::explore {

void require_time(const DeviceString& device) {
  const DeviceTable& known = known_devices();
  known.check(device);
  if (known.has_time(device))
    return;
  std::vector<std::string> timed;
  for (const DeviceScheme& scheme : known.schemes())
    if (scheme.has_time)
      timed.push_back(scheme.name);
  throw UsageError(fmt::format("--device {} does not model time: legal are {}",
                               shown(device.text()), fmt::join(timed, ", ")));
}

TimedRun timed_run(Program program, const std::string& device, TraceSink* sink,
                   int64_t max_cycles) {
  DeviceString named = parse_device(device);
  require_time(named);
  if (program.kernels.empty())
    throw InputError(fmt::format("'{}' runs nothing on the accelerator: there are no cycles",
                                 program.provenance.model));
  if (known_devices().backend_of(named) == "csim" && !named.has("timing_only"))
    named.add("timing_only", "1");
  const VtaConfig config = program.config;
  Executor executor(std::move(program), known_devices().open(named, config));
  executor.set_max_cycles(max_cycles);
  executor.trace(sink);
  executor.run_launches_only();
  return {executor.program(), executor.stats()};
}

}  // namespace vta::explore
