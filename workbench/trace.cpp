#include "workbench/trace.h"

#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "explore/host/host_timeline.h"
#include "explore/trace/trace_writer.h"
#include "link/devices/devices.h"
#include "runtime/launches.h"

namespace vta::workbench {
namespace {

int64_t launched_insns(const Program& program) {
  int64_t count = 0;
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step))
      count += launch->insn_count;
  return count;
}

// What the host does before each launch and behind the last, in whole cycles of the time axis: each
// step ends at the cycle nearest to its time, so that rounding does not add up.
std::vector<std::vector<explore::HostSlice>> host_slices(const Program& program,
                                                         const explore::HostCosts& host) {
  std::vector<std::vector<explore::HostSlice>> slices(1);
  double ms = 0;
  int64_t end = 0;
  for (const explore::TimedStep& step : explore::host_part(program, host).steps) {
    ms += step.host_ms;
    const int64_t next = std::llround(ms * 1e3 * *program.config.clock.mhz);
    slices.back().push_back({step.work.name, next - end});
    end = next;
    if (step.launch)
      slices.emplace_back();
  }
  return slices;
}

void require_axis(const Program& program, const TraceRequest& request) {
  constexpr double kMostAxisMhz = 1000;
  if (!request.kernel.empty() || !request.cycles.empty())
    throw UsageError("--host shows a whole run: leave --kernel and --cycles out");
  if (*program.config.clock.mhz > kMostAxisMhz)
    throw UsageError(fmt::format("--host: the clock is {} MHz, a time axis takes at most {}",
                                 *program.config.clock.mhz, kMostAxisMhz));
}

}  // namespace

TraceSummary trace_run(const Program& program, const TraceRequest& request,
                       explore::TraceOutput& file) {
  Progress progress("instructions", launched_insns(program));
  explore::TraceOptions options;
  options.mhz = request.mhz;
  options.bursts = request.bursts;
  if (request.host && program.config.clock.mhz) {
    require_axis(program, request);
    options.mhz = *program.config.clock.mhz;
    options.host = host_slices(program, *request.host);
  }
  options.window = request.window;
  options.part = explore::trace_part(program, request.kernel, request.cycles);
  options.retired = [&progress] { progress.step(); };
  explore::TraceWriter writer(program, options, file);
  try {
    run_launches(program, known_devices().open("csim,timing_only=1", program.config),
                 request.max_cycles, &writer);
  } catch (const Error&) {
    writer.finish();
    file.close();
    throw;
  }
  writer.finish();
  file.close();
  return {writer.cycles(),      writer.insns(), writer.bursts(), writer.events(),
          writer.axis_cycles(), options.mhz,    writer.whole()};
}

}  // namespace vta::workbench
