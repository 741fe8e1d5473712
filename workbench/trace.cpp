#include "workbench/trace.h"

#include "base/error.h"
#include "base/progress.h"
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

}  // namespace

TraceSummary trace_run(const Program& program, const TraceRequest& request,
                       explore::TraceOutput& file) {
  Progress progress("instructions", launched_insns(program));
  explore::TraceOptions options;
  options.mhz = request.mhz;
  options.bursts = request.bursts;
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
  return {writer.cycles(), writer.insns(), writer.bursts(), writer.events(), writer.whole()};
}

}  // namespace vta::workbench
