// vta trace: a run as a file that ui.perfetto.dev and chrome://tracing show.
#include <memory>

#include "base/elapsed.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "workbench/trace.h"
#include "workbench/views/trace_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct TraceFlags {
  CompileFlags compile;
  std::string model, memory, output;
  std::string level = "bursts", kernel, cycles;
  double mhz = 1000;
  ClockFlag clock;
  HostFlag host;
  int64_t window = 256, max_cycles = kMaxCycles;
  bool json = false, verbose = false;
};

constexpr const char* kTraceExamples = R"(Examples:
  vta trace resnet18.onnx --memory ddr,bus=16 -o trace.json.gz   # open it in https://ui.perfetto.dev
  vta trace resnet18.vta --level insns -o small.json.gz      # no slice for each burst
  vta trace resnet18.onnx --kernel conv2d_3 -o conv.json     # one layer
  vta trace resnet18.onnx --cycles 100000:200000 -o part.json.gz
  vta trace resnet18.onnx --mhz 100 -o at_100_mhz.json.gz    # the time axis of a 100 MHz clock
  vta trace resnet18.onnx --host cortex-a9 -o whole.json.gz  # with the host's steps, estimated

Exit codes: 0 done; 2 wrong options; 3 unreadable input; 4 illegal configuration;
  5 cannot be compiled; 6 the device reported an error (the trace ends there);
  8 more than a limit allows; 9 the trace cannot be written.)";

Program traced_program(const TraceFlags& flags) {
  const auto machine = [&](VtaConfig config) {
    return flags.host.on(
        flags.clock.on(with_memory(flags.clock.on(std::move(config)), flags.memory)));
  };
  return program_for({"trace", flags.model, flags.compile.given_config(), machine, flags.verbose},
                     flags.compile);
}

void run(const TraceFlags& flags) {
  const Stopwatch watch;
  explore::TraceOutput file(flags.output);
  const Program program = traced_program(flags);
  const TraceSummary trace = trace_run(program,
                                       {.kernel = flags.kernel,
                                        .cycles = flags.cycles,
                                        .bursts = flags.level == "bursts",
                                        .mhz = flags.mhz,
                                        .window = flags.window,
                                        .max_cycles = flags.max_cycles,
                                        .host = flags.host.costs},
                                       file);
  const TraceReport report{flags.output, program, trace, file.text_bytes(), watch.seconds()};
  fmt::print("{}\n", flags.json ? json_text(trace_json(report)) : trace_text(report));
}

void add_options(Command& command, TraceFlags& flags) {
  command
      .add_option("model", flags.model, "network (.onnx, .tflite), listing (.ir) or program (.vta)")
      ->required();
  flags.compile.add_to(command);
  explain_program_config(command);
  add_memory(command, flags.memory);
  flags.clock.add_to(command);
  flags.host.add_to(command);
  add_max_cycles(command, flags.max_cycles);
  const OptionGroup group = command.group("Output");
  command
      .add_option("-o,--output", flags.output, "trace file: .json.gz, or .json for no compression")
      ->required()
      ->output_file();
  command
      .add_option("--level", flags.level,
                  "insns: instructions only; bursts: also each burst of the memory port")
      ->check(one_of({"insns", "bursts"}))
      ->capture_default_str();
  command.add_option("--kernel", flags.kernel, "only this kernel's instructions");
  command.add_option("--cycles", flags.cycles,
                     "only events that overlap cycles A:B, counted over all launches");
  command.add_option("--mhz", flags.mhz, "clock of the time axis; 1000: a cycle is 1 ns")
      ->check(real_range(0.001, 1000.0))
      ->capture_default_str();
  command.add_option("--window", flags.window, "cycles per value of the bus utilization")
      ->check(range(int64_t{1}, int64_t{1} << 40))
      ->capture_default_str();
  command.add_flag("--json", flags.json, "print JSON instead of text");
  command.add_flag("--verbose", flags.verbose, "log the steps of the compiler");
}

}  // namespace

void register_trace(Command& app) {
  auto flags = std::make_shared<TraceFlags>();
  Command* command = app.add_subcommand("trace", "write a csim run as a trace for ui.perfetto.dev");
  add_options(*command, *flags);
  command->footer(kTraceExamples);
  command->callback(limited(*command, [flags, command] {
    if (!flags->host.name.empty() && command->count("--mhz") > 0)
      throw UsageError("--host has the clock's time axis (--clock): leave --mhz out");
    flags->host.read();
    run(*flags);
  }));
}

}  // namespace vta::cli
