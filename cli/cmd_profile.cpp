// vta profile: what every operator of a network needs, where its tensors lie, when it runs.
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "compiler/compiler.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timed_run.h"
#include "link/devices/devices.h"
#include "runtime/executor.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct ProfileFlags {
  CompileFlags compile;
  std::string model, memory, output;
  ClockFlag clock;
  int64_t max_cycles = kMaxCycles;
  bool insns = false, json = false, host_times = false;
};

constexpr const char* kProfileExamples = R"(Examples:
  vta profile resnet18.onnx -o profile.json
  vta profile resnet18.onnx --config 1x32 --memory ddr,bus=16 -o profile.json --insns
  vta profile resnet18.onnx --batch 10 --host-times
  vta profile resnet50.onnx --batch 10 --json | jq .totals
  vta profile resnet18.vta --json | jq .memory.peak_bytes

Exit codes: 0 done; 2 wrong options; 3 unreadable input; 4 illegal configuration;
  5 cannot be compiled; 8 more than --max-memory, --max-seconds or --max-cycles allow;
  9 the output cannot be written.)";

Program program_of(const ProfileFlags& flags) {
  const auto machine = [&](VtaConfig config) {
    return flags.clock.on(with_memory(flags.clock.on(std::move(config)), flags.memory));
  };
  return program_for({"profile", flags.model, flags.compile.given_config(), machine},
                     flags.compile);
}

// The host's steps of a run with values: what they hold does not matter, how many there are does.
// The first run also pays for code that is generated once.
std::vector<double> host_seconds(const Program& program) {
  Executor executor(program, known_devices().open(parse_device("fsim"), program.config));
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& input = program.values[static_cast<size_t>(program.inputs[i])];
    executor.set_input(static_cast<int64_t>(i), Tensor::zeros(input.dtype, input.shape));
  }
  Progress progress("runs for the host's times", 2);
  for (int run = 0; run < 2; ++run) {
    executor.run();
    progress.step();
  }
  return executor.stats().host_step_seconds;
}

// The network as its file has it; a program no longer does.
std::optional<Graph> imported(const ProfileFlags& flags) {
  if (flags.model.ends_with(".vta"))
    return std::nullopt;
  return read_model(flags.model, flags.compile.recipe());
}

void profile(const ProfileFlags& flags) {
  explore::IntervalLog log;
  const explore::TimedRun run =
      explore::timed_run(program_of(flags), "csim", &log, flags.max_cycles);
  explore::Profile result = explore::make_profile(run.program, run.stats, log);
  if (flags.host_times)
    explore::add_host_times(result, run.program, host_seconds(run.program));
  boost::json::object json = explore::profile_json(result, run.program, flags.insns);
  json["nodes"] = nullptr;
  json["totals"] = nullptr;
  std::string tables;
  if (const std::optional<Graph> graph = imported(flags)) {
    std::vector<explore::NodeWork> nodes = explore::node_work(*graph);
    explore::cover(nodes, result);
    const explore::NodeTotals sums = explore::totals(*graph, nodes);
    json["nodes"] = explore::nodes_json(nodes);
    json["totals"] = explore::totals_json(sums);
    tables = explore::nodes_text(nodes, sums) + "\n";
  }
  const std::string text = json_text(json) + "\n";
  if (!flags.output.empty())
    write_text_file(flags.output, text);
  tables += explore::profile_text(result);
  std::fputs(flags.json ? text.c_str() : tables.c_str(), stdout);
}

}  // namespace

void register_profile(Command& app) {
  auto flags = std::make_shared<ProfileFlags>();
  Command* command = app.add_subcommand(
      "profile", "print operations, memory and times of every node and operator of a network");
  command
      ->add_option("model", flags->model,
                   "network (.onnx, .tflite), listing (.ir) or program (.vta)")
      ->required();
  flags->compile.add_to(*command);
  explain_program_config(*command);
  add_memory(*command, flags->memory);
  flags->clock.add_to(*command);
  add_max_cycles(*command, flags->max_cycles);
  const OptionGroup group = command->group("Output");
  command->add_option("-o,--output", flags->output, "write the JSON document to this file")
      ->output_file();
  command->add_flag("--insns", flags->insns, "add the times of every instruction");
  command->add_flag("--host-times", flags->host_times,
                    "run the program with values and measure each step of the host");
  command->add_flag("--json", flags->json, "print the JSON document instead of the tables");
  command->footer(kProfileExamples);
  command->callback(limited(*command, [flags] { profile(*flags); }));
}

}  // namespace vta::cli
