// A program file with checksums made right, and all that commands do with a program: its picture,
// parameters and memory, its cycles on csim as profile, report, roofline, record and trace,
// backends compared, a session of a server that loads it. What check_program() lets pass none of
// them may stumble over.
#include "explore/profile/memory_profile.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timed_run.h"
#include "explore/trace/trace_writer.h"
#include "runtime/executor.h"
#include "runtime/parameters.h"
#include "sim/cosim/mirror_device.h"
#include "sim/factory/device_factory.h"
#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/fuzz/short_program.h"
#include "workbench/views/layer_report.h"
#include "workbench/views/program_graph.h"
#include "workbench/views/report.h"
#include "workbench/views/roofline.h"
#ifdef VTA_FUZZ_SERVE
#include "tests/fuzz/serve_program.h"
#endif

#include <filesystem>

namespace {

constexpr int64_t kMostSteps = int64_t{1} << 14;
constexpr int64_t kMostCycles = 100'000;
constexpr int64_t kDeviceBytes = int64_t{16} << 20;

// One that refuses leaves the others their turn.
template <typename Use>
void unless_refused(Use use) {
  try {
    use();
  } catch (const vta::Error&) {
  }
}

void say_times(const vta::Program& program) {
  vta::explore::IntervalLog log;
  const vta::explore::TimedRun run = vta::explore::timed_run(program, "csim", &log, kMostCycles);
  const vta::explore::Profile profile = vta::explore::make_profile(run.program, run.stats, log);
  vta::explore::profile_text(profile);
  vta::explore::profile_json(profile, run.program, true);
  vta::explore::record_of(run.program, run.stats, "csim", "fuzz");
  vta::workbench::RunOutcome outcome = vta::workbench::outcome_of(run.program, run.stats, "csim");
  outcome.has_outputs = false;
  vta::workbench::summary_text(outcome);
  vta::workbench::layer_tables(outcome, 100);
  vta::workbench::layer_csv(outcome);
  vta::workbench::outcome_json(outcome);
  vta::workbench::roofline_svg(vta::workbench::roofline_of(outcome.record));
}

// The file is never closed: nothing of it is left. As cli/cmd_trace.cpp does it.
void write_trace(const vta::Program& program, const std::string& kernel) {
  vta::explore::TraceOutput file(std::filesystem::temp_directory_path() / "vta_fuzz_program.json");
  vta::explore::TraceOptions options;
  options.part = vta::explore::trace_part(program, kernel, "");
  vta::explore::TraceWriter writer(program, options, file);
  unless_refused([&] {
    vta::run_launches(program,
                      vta::make_device("csim", program.config,
                                       {.memory_bytes = kDeviceBytes, .timing_only = true}),
                      kMostCycles, &writer);
  });
  writer.finish();
}

// As workbench/cosim_network.cpp does it. Programs that race may differ.
void compare_backends(const vta::Program& program) {
  std::vector<std::unique_ptr<vta::Device>> devices;
  for (const char* backend : {"fsim", "csim"})
    devices.push_back(vta::make_device(backend, program.config,
                                       {.memory_bytes = program.arena_bytes + (int64_t{1} << 20)}));
  vta::cosim::MirrorDevice::Findings findings;
  vta::Executor executor(program,
                         std::make_unique<vta::cosim::MirrorDevice>(std::move(devices), findings));
  executor.set_max_cycles(kMostCycles);
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const vta::ProgramValue& input = program.values[static_cast<size_t>(program.inputs[i])];
    executor.set_input(static_cast<int64_t>(i), vta::Tensor::zeros(input.dtype, input.shape));
  }
  executor.run();
}

void run_everywhere(const vta::Program& program) {
  unless_refused([&] { say_times(program); });
  if (program.kernels.empty())
    return;
  unless_refused([&] { write_trace(program, ""); });
  unless_refused([&] { write_trace(program, program.kernels.back().name); });
  unless_refused([&] { compare_backends(program); });
}

void look_at(std::span<const std::byte> bytes) {
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  vta::fuzz::correct_program(file);
  const vta::Program program = vta::parse_program(file, "fuzz");
  vta::input_names(program);
  vta::output_names(program);
  unless_refused([&] { vta::parameters_of(program); });
  unless_refused([&] {
    const vta::workbench::ProgramGraph graph = vta::workbench::program_graph(program);
    vta::workbench::program_graph_json(graph);
    vta::workbench::program_graph_svg(graph);
  });
  if (!vta::fuzz::is_short(program, kMostSteps))
    return;
  unless_refused([&] { vta::explore::memory_profile(program, vta::explore::positions(program)); });
  run_everywhere(program);
#ifdef VTA_FUZZ_SERVE
  vta::fuzz::serve_program(program, file, kDeviceBytes, kMostCycles);
#endif
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, look_at);
}
