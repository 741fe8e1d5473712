// vta tune: a network's tiles by exact cycles, and what a database has of them.
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/cores.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "explore/sweep/stop_signal.h"
#include "link/devices/devices.h"
#include "workbench/config_name.h"
#include "workbench/views/tune_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

using namespace explore;

struct TuneFlags {
  CompileFlags compile;
  std::string model, memory, show;
  std::string database = "tuning.db";
  std::string objective = "cycles";
  std::string budget, device;
  std::optional<int64_t> evaluations;
  std::optional<int64_t> jobs;
  double slower = -1, more_bytes = -1;
  uint64_t seed = 0;
  bool json = false;
  std::vector<const Option*> of_a_run;
  const Option *slower_option = nullptr, *more_bytes_option = nullptr;
};

constexpr double kDefaultBudget = 60;

constexpr const char* kTuneExamples = R"(Examples:
  vta tune resnet18.onnx --config 1x32 --memory ddr,bus=16 --budget 60s
  vta run resnet18.onnx --config 1x32 --backend csim --memory ddr,bus=16 --schedule tuning.db
  vta tune resnet18.onnx --evaluations 4000 --seed 7 --db a.db    # the same result on any machine
  vta tune resnet18.onnx --objective bytes --slower 1 --db bytes.db
  vta tune resnet18.onnx --more-bytes 30 --db cycles.db           # fewest cycles, for up to 30 % more bytes
  vta tune resnet18.onnx --device tracker://lab:7412,key=csim --jobs 16    # trials on servers, 16 at a time
  vta tune --show tuning.db --json

Ctrl-C ends the search and keeps the results; the same command continues after Ctrl-C or a kill.

Exit codes: 0 done; 2 wrong options; 3 unreadable model or database, or a database of another objective
  or build; 4 illegal configuration; 5 cannot be compiled, or nothing to tune; 7 interrupted (the results are kept); 8 more than a limit allows; 9 the database or results cannot be written.)";

// "90", "90s", "5m", "1.5h".
double budget_seconds(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  const double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  constexpr double kMostSeconds = 1e7;
  if (error != std::errc{} || factor == 0 || !(value > 0) || value * factor > kMostSeconds)
    throw UsageError(fmt::format(
        "--budget '{}': legal is a time above 0, in seconds, minutes or hours: 60s, 5m, 1h", text));
  return value * factor;
}

// Devices of servers, whose time is csim's: what is measured is the same as here.
OpenDevice trials_on(const std::string& text) {
  DeviceString device = parse_device(text);
  const DeviceScheme& scheme = known_devices().check(device);
  if (!scheme.backend_of || scheme.backend_of(device) != "csim")
    throw UsageError(fmt::format(
        "--device '{}': trials are run on csim of this machine, or of servers: legal is "
        "grpc://HOST:PORT,backend=csim or tracker://HOST:PORT,key=csim",
        shown(text)));
  if (!device.has("timing_only"))
    device.add("timing_only", "1");
  return [device](const VtaConfig& config) { return known_devices().open(device, config); };
}

TuneOptions options_of(const TuneFlags& flags) {
  TuneOptions options;
  options.database = flags.database;
  options.objective = parse_objective(flags.objective);
  options.evaluations = flags.evaluations;
  if (!flags.budget.empty())
    options.budget_seconds = budget_seconds(flags.budget);
  else if (!flags.evaluations)
    options.budget_seconds = kDefaultBudget;
  options.seed = model_settings(flags.compile.recipe()).seed;
  options.jobs = flags.jobs.value_or(usable_cores());
  if (flags.slower_option->count() > 0) {
    if (options.objective != Objective::Bytes)
      refuse_given({flags.slower_option},
                   fmt::format("is of --objective bytes, this is {}", flags.objective));
    options.slower_percent = flags.slower;
  }
  if (flags.more_bytes_option->count() > 0) {
    if (options.objective != Objective::Cycles)
      refuse_given({flags.more_bytes_option},
                   fmt::format("is of --objective cycles and time, this is {}", flags.objective));
    options.more_bytes_percent = flags.more_bytes;
  }
  options.stop = StopSignal::requested;
  if (!flags.device.empty())
    options.device = trials_on(flags.device);
  return options;
}

int show(const TuneFlags& flags) {
  refuse_given(flags.of_a_run, "has no effect on --show: it prints a database and changes nothing");
  std::fputs((flags.json ? tuning_json(flags.show) : tuning_text(flags.show)).c_str(), stdout);
  return 0;
}

int tune(const TuneFlags& flags) {
  if (!flags.show.empty() && !flags.model.empty())
    throw UsageError(
        fmt::format("--show {} prints a database: leave out {}", flags.show, flags.model));
  if (!flags.show.empty())
    return show(flags);
  if (flags.model.empty())
    throw UsageError("tune needs a MODEL (.onnx, .tflite or .ir), or --show DB");
  TuneContext context{flags.model, flags.database, {}, options_of(flags)};
  const StopSignal stop_signal;
  CompileOptions compile = flags.compile.options_for(flags.model);
  compile.config = context.config = with_memory(compile.config, flags.memory);
  compile.stop_after = "quantize";
  const Graph quantized = compile_model(flags.model, compile).quantized;
  flags.compile.write_recipe();
  const Settled settled = settled_options(compile);
  context.options.facts = settled.facts;
  LoweredGraph lowered = lower_quantized(quantized, compile.config, settled);
  const std::string name = std::filesystem::path(flags.model).filename().string();
  const TuneReport report = tune_network(std::move(lowered), name, compile.config, context.options);
  std::fputs((flags.json ? tune_json(context, report) : tune_text(context, report)).c_str(),
             stdout);
  return static_cast<int>(report.stopped ? ExitCode::Incomplete : ExitCode::Ok);
}

}  // namespace

void register_tune(Command& app) {
  auto flags = std::make_shared<TuneFlags>();
  Command* command = app.add_subcommand(
      "tune", "search for the best tiles by exact cycles and store them for later compilations");
  command->add_option("MODEL", flags->model, "network (.onnx, .tflite) or listing (.ir)");
  command->add_option("--config", flags->compile.config, kConfigHelp)->capture_default_str();
  add_memory(*command, flags->memory);
  command->add_option("--db", flags->database, "database to write or add to: docs/tuning.md")
      ->capture_default_str()
      ->output_file();
  command
      ->add_option(
          "--objective", flags->objective,
          "what to minimize: cycles, bytes (over the bus), time (equals cycles at any clock)")
      ->capture_default_str();
  flags->slower_option =
      command
          ->add_option("--slower", flags->slower,
                       "--objective bytes: largest increase in cycles over fast, in percent")
          ->check(real_range(0, 1000));
  flags->more_bytes_option =
      command
          ->add_option("--more-bytes", flags->more_bytes,
                       "--objective cycles: largest increase in bytes over fast, in percent "
                       "(default: the percentage of cycles saved)")
          ->check(real_range(0, 1e6));
  command->add_option("--budget", flags->budget,
                      "time limit of the search: 60s, 5m, 1h (default 60s, without --evaluations)");
  command
      ->add_option(
          "--evaluations", flags->evaluations,
          "number of trials of single layers; with a seed, the result is the same on any machine")
      ->check(range(1, 100'000'000));
  command->add_option("--jobs", flags->jobs, "worker processes (default: as many as cores)")
      ->check(range(1, 256));
  command->add_option("--device", flags->device,
                      "device for trials, --jobs at a time: csim on a server or tracker "
                      "(grpc://H:P,backend=csim, tracker://H:P,key=csim); default: this machine");
  flags->compile.add_network(*command);
  for (const Option* option : command->options())
    if (!option->positional())
      flags->of_a_run.push_back(option);
  command->add_option("--show", flags->show, "print the tiles that a database has chosen");
  command->add_flag("--json", flags->json, "print one JSON object instead of text");
  command->footer(kTuneExamples);
  command->callback(limited(*command, [flags] { return tune(*flags); }));
}

}  // namespace vta::cli
