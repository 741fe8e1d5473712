// vta pipeline: the parts of a network at the same time on several devices.
#include <cstdio>
#include <memory>

#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/device_flags.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "explore/record/run_writer.h"
#include "explore/trace/trace_output.h"
#include "pipeline/pipeline_trace.h"
#include "pipeline/split_file.h"
#include "workbench/config_name.h"
#include "workbench/network_parts.h"
#include "workbench/part_devices.h"
#include "workbench/pipeline_work.h"
#include "workbench/views/pipeline_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr int64_t kMostPipelineParts = 64;
constexpr int64_t kMostPipelineImages = 1000000;
constexpr int64_t kMostQueue = 1024;

struct PipelineFlags {
  CompileFlags compile;
  std::string model, balance = "cycles", memory, trace;
  std::vector<std::string> devices = {"csim"}, images, outputs;
  int64_t parts = 0, count = 0, queue = piped::kUsualQueue, max_cycles = kMaxCycles;
  double mhz = 1000;
  bool json = false;

  bool is_split() const { return model.ends_with(".json"); }
};

constexpr const char* kPipelineExamples = R"(Examples:
  vta model resnet18_v1 -o resnet18.onnx
  vta pipeline resnet18.onnx --parts 2                   # on two csim devices, 8 random images
  vta pipeline resnet18.onnx --parts 4 -n 32 --queue 1 --trace pipeline.json.gz
  vta split resnet18.onnx --parts 2 -o parts
  vta pipeline parts/split.json --images images.npy --output logits.npy
  vta pipeline parts/split.json --device csim --device fsim,kernels=portable
  vta pipeline parts/split.json --device csim,kernels=avx2,csim --json      # two devices
  vta pipeline resnet18.onnx --parts 2 --device csim,csim,config=1x32       # the second is larger

A device is SCHEME[://PLACE][,KEY=VALUE]... as for vta run, with one more key here: config, the device's own
configuration. Give --device several times, or several devices separated by commas; KEY=VALUE belongs to the
device before it. With one device, each part gets a device of that kind. docs/pipeline.md.

Exit codes: 0 done; 2 wrong options; 3 unreadable input; 4 illegal configuration, or a part compiled
  for another one; 5 cannot be compiled; 6 a device failed or was lost (earlier outputs are written); 8 more than
  --max-memory, --max-seconds or --max-cycles allow; 9 results cannot be written.)";

void check_usage(const PipelineFlags& flags) {
  if (flags.model.ends_with(".vta"))
    throw UsageError(fmt::format(
        "vta pipeline runs networks (.onnx, .ir) and what vta split wrote (split.json): '{}' is "
        "one program, which vta run runs",
        flags.model));
  if (flags.is_split()) {
    flags.compile.require_none_given(flags.model);
    if (!flags.compile.given_config().empty())
      throw UsageError(fmt::format(
          "--config is for networks: the parts of '{}' are compiled, and a device is given its "
          "configuration by its key, --device csim,config=NAME",
          flags.model));
    if (!flags.memory.empty())
      throw UsageError(fmt::format(
          "--memory is for networks: a device of '{}' is given its memory by its configuration, "
          "--device csim,config=FILE",
          flags.model));
  }
}

struct Prepared {
  piped::Plan plan;
  std::vector<PartDevice> devices;
  std::vector<std::string> notes;
};

Prepared prepare_split(const PipelineFlags& flags, std::vector<PartDevice> given) {
  Prepared out;
  out.plan = piped::load_split(flags.model);
  const auto parts = std::ssize(out.plan.parts);
  if (flags.parts > 0 && flags.parts != parts)
    throw UsageError(fmt::format("--parts is {}, and '{}' has {}: leave it out", flags.parts,
                                 flags.model, counted(parts, "part")));
  out.devices = devices_for(std::move(given), out.plan.parts.size());
  return out;
}

Prepared prepare_network(const PipelineFlags& flags, std::vector<PartDevice> given) {
  Prepared out;
  const int64_t parts = flags.parts > 0 ? flags.parts : std::ssize(given);
  out.devices = devices_for(std::move(given), static_cast<size_t>(parts));
  QuantizedNetwork network = quantized_network(
      flags.model, flags.compile.options_for_parts("pipeline", flags.model, flags.memory));
  flags.compile.write_recipe();
  std::vector<VtaConfig> configs;
  for (const PartDevice& device : out.devices)
    configs.push_back(device.config.empty()
                          ? network.options.config
                          : with_memory(config_by_name(device.config), flags.memory));
  const std::vector<int64_t> part_of = balanced_parts(network, configs, flags.balance == "bytes");
  out.plan = plan_of(network, split_graph(network.graph, part_of), configs);
  out.notes = std::move(network.notes);
  return out;
}

// The error that is being handled, with words before it.
[[noreturn]] void rethrow_behind(const std::string& before) {
  try {
    throw;
  } catch (const Error& e) {
    throw Error(e.exit_code(), before + e.what());
  }
}

std::string part_text(const Prepared& prepared, size_t part) {
  return fmt::format("part {} on '{}'", part, prepared.devices[part].text);
}

std::vector<std::unique_ptr<piped::PartRunner>> open_devices(const PipelineFlags& flags,
                                                             Prepared& prepared) {
  std::vector<std::unique_ptr<piped::PartRunner>> runners;
  for (size_t part = 0; part < prepared.devices.size(); ++part) {
    const PartDevice& device = prepared.devices[part];
    std::shared_ptr<const Program>& program = prepared.plan.parts[part];
    try {
      const VtaConfig config = device.config.empty() || !flags.is_split()
                                   ? program->config
                                   : config_by_name(device.config);
      runners.push_back(std::make_unique<piped::LinkRunner>(
          program, open_part_device(device, config), has_time(device), flags.max_cycles));
    } catch (...) {
      rethrow_behind(part_text(prepared, part) + ": ");
    }
  }
  return runners;
}

[[noreturn]] void report_failure(const Prepared& prepared, const piped::Outcome& outcome,
                                 const std::vector<std::string>& written) {
  const piped::Failure& failure = *outcome.failure;
  std::string before = failure.part < 0 ? std::string("the inputs")
                                        : part_text(prepared, static_cast<size_t>(failure.part));
  before += fmt::format(", image {}", failure.image);
  before +=
      outcome.images == 0
          ? std::string(" (none is done): ")
          : fmt::format(" ({} before it {} done{}): ", counted(outcome.images, "image"),
                        outcome.images == 1 ? "is" : "are",
                        written.empty() ? std::string()
                                        : fmt::format(", see '{}'", fmt::join(written, "', '")));
  try {
    std::rethrow_exception(failure.error);
  } catch (...) {
    rethrow_behind(before);
  }
}

void write_trace(const PipelineFlags& flags, const Prepared& prepared, const PipelineReport& report,
                 explore::TraceOutput& file) {
  std::vector<std::string> tracks;
  for (size_t part = 0; part < prepared.devices.size(); ++part)
    tracks.push_back(fmt::format("part {}: {}", part, prepared.devices[part].text));
  boost::json::object other = {
      {"provenance", explore::provenance_block(*report.plan->parts.front(), "vta.pipeline_trace")},
      {"model", report.plan->model},
      {"mhz", flags.mhz},
      {"cycles", report.schedule->end},
      {"images", report.outcome->images * report.batch}};
  piped::write_trace(*report.schedule, report.plan->model, tracks, flags.mhz, other, file);
  file.close();
}

void require_time(const PipelineFlags& flags, const std::vector<PartDevice>& devices) {
  for (const PartDevice& device : devices)
    if (!flags.trace.empty() && !has_time(device))
      throw UsageError(fmt::format(
          "--trace needs cycles, and device '{}' has no time: use csim or tsim", device.text));
}

void run(const PipelineFlags& flags) {
  check_usage(flags);
  std::vector<PartDevice> given = part_devices(flags.devices);  // before anything takes time
  require_time(flags, given);
  std::unique_ptr<explore::TraceOutput> trace;
  if (!flags.trace.empty())
    trace = std::make_unique<explore::TraceOutput>(flags.trace);
  Prepared prepared = flags.is_split() ? prepare_split(flags, std::move(given))
                                       : prepare_network(flags, std::move(given));
  const Program& first = *prepared.plan.parts.front();
  const std::optional<ImagePreparation> known =
      flags.is_split() && first.preprocessing
          ? ImagePreparation{*first.preprocessing, "as the program says"}
          : known_preparation(prepared.plan.model);
  const PipelineInputs inputs(prepared.plan, flags.images, flags.count,
                              preparation(flags.compile.pixels, known).how);
  PipelineOutputs outputs(prepared.plan, flags.outputs);
  const auto runners = open_devices(flags, prepared);
  Progress progress("images", inputs.count());
  piped::Work work;
  work.images = inputs.count();
  work.queue = flags.queue;
  work.input = [&](int64_t image) { return inputs.at(image); };
  work.output = [&](int64_t, const std::vector<Tensor>& values) {
    outputs.add(values);
    progress.step();
  };
  const piped::Outcome outcome = piped::run_parts(prepared.plan, runners, work);
  PipelineReport report;
  report.plan = &prepared.plan;
  report.outcome = &outcome;
  report.schedule = schedule_of(outcome, flags.queue);
  for (const PartDevice& device : prepared.devices)
    report.devices.push_back(device.text);
  report.batch = inputs.batch();
  report.queue = flags.queue;
  report.notes = std::move(prepared.notes);
  for (const std::string& note : inputs.notes())
    report.notes.push_back(note);
  const std::vector<std::string> written = outputs.write();
  if (trace && report.schedule)
    write_trace(flags, prepared, report, *trace);
  if (outcome.failure)
    report_failure(prepared, outcome, written);
  if (!report.schedule)
    report.notes.emplace_back("no cycles: a device without time is among them (use csim or tsim)");
  if (flags.json)
    std::puts(json_text(pipeline_json(report)).c_str());
  else
    std::fputs(pipeline_text(report, output_width()).c_str(), stdout);
}

void add_images(Command& command, PipelineFlags& flags) {
  const OptionGroup group = command.group("Input");
  command
      .add_option("--images", flags.images,
                  "inputs: a folder of images, an image or an array (.npy) of many; NAME=FILE for "
                  "each input of several (default: random images)")
      ->expected(1)
      ->take_all();
  command
      .add_option("-n", flags.count,
                  "number of images (with --batch, of batches); default: all, or 8 random ones")
      ->check(range(1, kMostPipelineImages));
}

void add_devices(Command& command, PipelineFlags& flags) {
  const OptionGroup group = command.group("Device");
  command
      .add_option("--device", flags.devices,
                  "one device for each part, in order, or one kind for all parts; see below")
      ->expected(1)
      ->take_all()
      ->default_str("csim");
  command.add_option("--queue", flags.queue, "capacity of the queue between two parts, in images")
      ->check(range(1, kMostQueue))
      ->capture_default_str();
  add_memory(command, flags.memory);
  add_max_cycles(command, flags.max_cycles);
}

void add_results(Command& command, PipelineFlags& flags) {
  const OptionGroup group = command.group("Output");
  command
      .add_option("--output", flags.outputs,
                  "write the outputs of all images, concatenated, to this file (.npy); NAME=FILE "
                  "for one of several outputs")
      ->expected(1)
      ->take_all()
      ->output_file();
  command
      .add_option(
          "--trace", flags.trace,
          "csim, tsim: write the activity of the devices for trace viewers (.json.gz, .json)")
      ->output_file();
  command.add_option("--mhz", flags.mhz, "clock of the trace's time axis; 1000: a cycle is 1 ns")
      ->check(real_range(0.001, 1000.0))
      ->capture_default_str();
  command.add_flag("--json", flags.json, "print JSON instead of text");
}

void add_options(Command& command, PipelineFlags& flags) {
  command
      .add_option("model", flags.model, "network (.onnx, .tflite), listing (.ir), or a split.json")
      ->required();
  flags.compile.add_to(command);
  command
      .add_option("--parts", flags.parts,
                  "of a network: number of balanced parts (default: a part for "
                  "each device)")
      ->check(range(1, kMostPipelineParts));
  command
      .add_option("--balance", flags.balance,
                  "balance of --parts: cycles of the accelerator, or memory per device")
      ->check(one_of({"cycles", "bytes"}))
      ->capture_default_str();
  add_images(command, flags);
  add_devices(command, flags);
  add_results(command, flags);
}

}  // namespace

void register_pipeline(Command& app) {
  auto flags = std::make_shared<PipelineFlags>();
  Command* command =
      app.add_subcommand("pipeline", "run the parts of a network on several devices at once");
  add_options(*command, *flags);
  command->footer(kPipelineExamples + device_footer());
  command->callback(limited(*command, [flags] { run(*flags); }));
}

}  // namespace vta::cli
