// vta trace: a run as a file that ui.perfetto.dev and chrome://tracing show.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "explore/cost/clock_times.h"
#include "explore/record/run_record.h"
#include "explore/record/work_json.h"
#include "explore/trace/trace_writer.h"
#include "link/devices/devices.h"
#include "runtime/launches.h"
#include "workbench/input.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct TraceFlags {
  CompileFlags compile;
  std::string model, memory, output;
  std::string level = "bursts", kernel, cycles;
  double mhz = 1000;
  ClockFlag clock;
  int64_t window = 256, max_cycles = kMaxCycles;
  bool json = false, verbose = false;
};

constexpr const char* kTraceExamples = R"(Examples:
  vta trace resnet18.onnx --memory ddr,bus=16 -o trace.json.gz   # open it in https://ui.perfetto.dev
  vta trace resnet18.vta --level insns -o small.json.gz      # no slice for each burst
  vta trace resnet18.onnx --kernel conv2d_3 -o conv.json     # one layer
  vta trace resnet18.onnx --cycles 100000:200000 -o part.json.gz
  vta trace resnet18.onnx --mhz 100 -o at_100_mhz.json.gz    # the time axis of a 100 MHz clock

Exit codes: 0 done; 2 wrong options; 3 unreadable input; 9 the trace cannot be written;
  4 illegal configuration; 5 cannot be compiled; 6 the device reported an error (the trace holds
  what was done before it); 8 more than a limit allows.)";

Program traced_program(const TraceFlags& flags) {
  const auto machine = [&](VtaConfig config) {
    return flags.clock.on(with_memory(std::move(config), flags.memory));
  };
  return program_for({"trace", flags.model, flags.compile.given_config(), machine, flags.verbose},
                     flags.compile);
}

int64_t launched_insns(const Program& program) {
  int64_t count = 0;
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step))
      count += launch->insn_count;
  return count;
}

void print_summary(const TraceFlags& flags, const Program& program,
                   const explore::TraceWriter& writer, int64_t text_bytes, double seconds) {
  const auto file_bytes = static_cast<int64_t>(std::filesystem::file_size(flags.output));
  const auto times =
      explore::clock_times(program.config, writer.whole(), explore::images_of(program));
  if (flags.json) {
    const boost::json::object out = {
        {"provenance", provenance_json({.schema = "vta.trace",
                                        .schema_version = 2,
                                        .config_name = program.config.name(),
                                        .config_hash = program.config.hash()})},
        {"file", flags.output},
        {"cycles", writer.cycles()},
        {"work", explore::work_json(writer.whole().work)},
        {"times", explore::clock_json(times)},
        {"instructions", writer.insns()},
        {"bursts", writer.bursts()},
        {"events", writer.events()},
        {"text_bytes", text_bytes},
        {"file_bytes", file_bytes},
        {"seconds", seconds}};
    fmt::print("{}\n", json_text(out));
    return;
  }
  fmt::print("{}: {}, {}, {}, {}, {:.2f} MB ({:.1f} MB of text)\n", flags.output,
             counted(writer.cycles(), "cycle"), counted(writer.insns(), "instruction"),
             counted(writer.bursts(), "burst"), counted(writer.events(), "event"),
             static_cast<double>(file_bytes) / 1e6, static_cast<double>(text_bytes) / 1e6);
  fmt::print("the cycles are of {}; on the host: {}\n", share_text(writer.whole().work),
             host_operators_text(writer.whole().work));
  if (times)
    fmt::print("{}\n", explore::clock_text(*times));
}

void run(const TraceFlags& flags) {
  const auto start = std::chrono::steady_clock::now();
  explore::TraceOutput file(flags.output);
  const Program program = traced_program(flags);
  Progress progress("instructions", launched_insns(program));
  explore::TraceOptions options;
  options.mhz = flags.mhz;
  options.bursts = flags.level == "bursts";
  options.window = flags.window;
  options.part = explore::trace_part(program, flags.kernel, flags.cycles);
  options.retired = [&progress] { progress.step(); };
  explore::TraceWriter writer(program, options, file);
  try {
    run_launches(program, known_devices().open("csim,timing_only=1", program.config),
                 flags.max_cycles, &writer);
  } catch (const Error&) {
    writer.finish();
    file.close();
    throw;
  }
  writer.finish();
  file.close();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_summary(flags, program, writer, file.text_bytes(), seconds.count());
}

void add_options(Command& command, TraceFlags& flags) {
  command.add_option("model", flags.model, "network (.onnx), listing (.ir) or program (.vta)")
      ->required();
  flags.compile.add_to(command);
  explain_program_config(command);
  add_memory(command, flags.memory);
  flags.clock.add_to(command);
  command.add_option("-o,--output", flags.output, "the trace: .json.gz, or .json uncompressed")
      ->required()
      ->output_file();
  command.add_option("--level", flags.level, "insns, or bursts: each burst of the memory port too")
      ->check(one_of({"insns", "bursts"}))
      ->capture_default_str();
  command.add_option("--kernel", flags.kernel, "only this kernel's instructions");
  command.add_option("--cycles", flags.cycles, "only what overlaps cycles A:B of all launches");
  command.add_option("--mhz", flags.mhz, "clock of the time axis; 1000: a cycle is 1 ns")
      ->check(real_range(0.001, 1000.0))
      ->capture_default_str();
  command.add_option("--window", flags.window, "cycles of one value of the bus utilisation")
      ->check(range(int64_t{1}, int64_t{1} << 40))
      ->capture_default_str();
  add_max_cycles(command, flags.max_cycles);
  command.add_flag("--json", flags.json, "print JSON instead of text");
  command.add_flag("--verbose", flags.verbose, "log what the compiler does");
}

}  // namespace

void register_trace(Command& app) {
  auto flags = std::make_shared<TraceFlags>();
  Command* command =
      app.add_subcommand("trace", "write a run as a trace for ui.perfetto.dev (from csim)");
  add_options(*command, *flags);
  command->footer(kTraceExamples);
  command->callback(limited(*command, [flags] { run(*flags); }));
}

}  // namespace vta::cli
