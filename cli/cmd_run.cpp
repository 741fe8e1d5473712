// vta run: compile (or load) a network, execute it on a simulated accelerator, explain the numbers.
#include <spdlog/spdlog.h>

#include <cstdio>
#include <memory>

#include "base/class_names.h"
#include "base/elapsed.h"
#include "base/file.h"
#include "base/json.h"
#include "base/npy.h"
#include "base/outputs_together.h"
#include "base/progress.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/device_flags.h"
#include "cli/resource_limits.h"
#include "cli/system_command.h"
#include "cli/wave_flags.h"
#include "evaluation/logits.h"
#include "explore/trace/idle_before.h"
#include "explore/trace/timeline.h"
#include "sim/trace_fan.h"
#include "workbench/named_files.h"
#include "workbench/run_expect.h"
#include "workbench/session.h"
#include "workbench/views/layer_report.h"
#include "workbench/views/race_report.h"
#include "workbench/views/roofline.h"
#include "workbench/views/run_page.h"
#include "workbench/views/run_picture.h"
#include "workbench/wave_file.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr int64_t kMostRuns = 1000000;

struct RunFlags {
  CompileFlags compile;
  std::string model;
  DeviceFlags device;
  ClockFlag clock;
  HostFlag host;
  WaveFlags wave;
  SystemFlags system;
  std::vector<std::string> inputs, outputs;  // FILE or NAME=FILE
  std::string labels, params;
  std::string csv, roofline, picture;
  int64_t top = 5;
  int64_t repeat = 1, number = 1;
  bool verify = false, per_layer = false, json = false, timeline = false, verbose = false;
  bool check_races = false, details = false;
  std::vector<std::string> expected;  // top-1: of all images, or of each

  MachineChange machine() const {
    return [this](VtaConfig config) {
      return host.on(clock.on(device.with_memory(clock.on(std::move(config)))));
    };
  }
};

constexpr const char* kRunExamples = R"(Examples:
  vta model resnet18_v1 -o resnet18.onnx
  vta run resnet18.onnx --input cat.png --labels imagenet.txt --top 5 --verify
  vta run resnet18.onnx --schedule reference --per-layer
  vta run resnet18.onnx --input cat.png --output logits.npy
  vta run resnet18.onnx --input cat.png --labels imagenet.txt --expect "tabby, tabby cat"   # in scripts
  vta run quantized.onnx --quant model --input cat.png  # the model's own integers
  vta run two_inputs.onnx --input left=left.npy --input right=right.npy
  vta run mine.onnx --input digit.png --mean 128 --std 64 --pixel-scale 1
  vta run resnet18.onnx --config 1x32 --json > result.json
  vta run resnet18.onnx --backend csim --memory ideal8 --per-layer
  vta run resnet18.onnx --backend csim --clock 100 --csv layers.csv
  vta run resnet18.onnx --backend csim --timing-only --host cortex-a9  # from image to answer
  vta run resnet18.onnx --backend csim --timing-only --roofline roofline.svg
  vta run resnet18.onnx --backend csim --memory ddr,bus=32,read=60 --timing-only
  vta run resnet18.onnx --device csim,kernels=portable,memory_bytes=268435456
  vta run resnet18.onnx --backend tsim --wave conv.fst --wave-kernel conv2d_3
  vta compile resnet18.onnx -o resnet18.vta && vta run resnet18.vta
  vta compile resnet18.onnx -o r.vta --params r.vtp && vta run r.vta --params r.vtp
  vta run resnet18.vta --backend csim --memory bus=32        # the same program on a wider bus
  vta run resnet18.onnx --check-races                        # is a dependency token missing?
  vta run resnet18.onnx --region max_pool2d..global_avg_pool2d       # the region of published flows
  vta run resnet18.onnx --region conv2d:3..conv2d:7 --verify
  vta run resnet18.onnx --host-only --top 5                  # the same program without the accelerator
  vta run resnet18.onnx --input cat.png --labels synset.txt  # {0: 'tench', 1: 'goldfish', ...}
  vta run resnet18.onnx --input cat.png --labels synset.txt --picture answer.png
  vta run resnet18.onnx --backend csim --clock 100 --repeat 3 --number 10
  vta run resnet18.onnx --system two.json --split auto --images 8    # cores that share a memory

Exit codes: 0 done; 1 --verify found a difference, --check-races a race,
  --expect another class; 2 wrong options; 3 unreadable input;
  4 illegal configuration; 5 cannot be compiled; 6 the device reported an error;
  8 more than --max-memory, --max-seconds or --max-cycles allow; 9 results cannot be written.)";

std::vector<std::string> labels_of(const RunFlags& flags, const Program& program) {
  if (flags.labels.empty())
    return {};
  const Shape& shape = program.values[static_cast<size_t>(program.outputs.front())].shape;
  return read_class_names(flags.labels, logit_shape(shape).classes);
}

void check_usage(const RunFlags& flags) {
  flags.device.named();  // before anything takes time
  for (const std::string& output : flags.outputs)
    if (!output.ends_with(".npy"))
      throw UsageError(fmt::format("--output '{}': outputs are written as .npy", output));
  if (flags.verify && flags.device.timing_only())
    throw UsageError(
        "--verify compares values, and --timing-only computes none: leave one of them out");
  for (const auto& [given, name] : {std::pair{flags.verify, "--verify"},
                                    {flags.device.timing_only(), "--timing-only"},
                                    {!flags.roofline.empty(), "--roofline"}})
    if (flags.compile.recipe().flag("host_only") && given)
      throw UsageError(fmt::format(
          "{} needs kernels on the accelerator, and --host-only leaves none: leave one of them out",
          name));
  if (!flags.params.empty() && !flags.model.ends_with(".vta"))
    throw UsageError(
        fmt::format("--params gives a program (.vta) its parameters: '{}' is compiled with its own",
                    flags.model));
  if (!flags.picture.empty() && !flags.picture.ends_with(".png"))
    throw UsageError(fmt::format("--picture '{}': the picture is written as .png", flags.picture));
  if (!flags.picture.empty() && (flags.device.timing_only() || flags.top == 0))
    throw UsageError(
        fmt::format("--picture shows the top classes, and {}: leave one of them out",
                    flags.top == 0 ? "--top 0 asks for none" : "--timing-only computes no values"));
  if (!flags.expected.empty() && flags.device.timing_only())
    throw UsageError(
        "--expect compares classes, and --timing-only computes no values: leave one of them out");
  if (!flags.outputs.empty() && flags.device.timing_only())
    throw UsageError(
        "--output writes values, and --timing-only computes none: leave one of them out");
}

Network load(const RunFlags& flags) {
  if (flags.verify)
    throw UsageError(
        "--verify needs the model that the program was compiled from (.onnx, .tflite or .ir): a "
        ".vta "
        "file does not hold the graph to compare with");
  flags.compile.require_none_given(flags.model);
  return load_network({.path = flags.model,
                       .config = flags.compile.given_config(),
                       .machine = flags.machine(),
                       .params = flags.params,
                       .pixels = flags.compile.pixels});
}

Network compile(const RunFlags& flags) {
  flags.compile.require_program("run");
  CompileOptions options = flags.compile.options_for(flags.model);
  options.config = flags.machine()(options.config);
  report_passes(options, flags.verbose);
  Network network = compile_network(flags.model, options, flags.compile.pixels);
  if (flags.verify && network.program().positions)
    throw UsageError(
        "--verify compares a run of the whole context, and with --decode steps a run is one "
        "position: vta generate --verify compares all of them");
  if (flags.verify)
    require_kernels(network.compiled, "--verify");
  flags.compile.write_schedule(network.compiled);
  flags.compile.write_recipe();
  return network;
}

// Files by output; empty where none is wanted.
std::vector<std::string> output_files(const RunFlags& flags, const Program& program) {
  return files_by_name(flags.outputs, output_names(program), "--output", "output");
}

void require_roofline_possible(const RunFlags& flags) {
  if (flags.roofline.empty())
    return;
  if (!flags.roofline.ends_with(".svg"))
    throw UsageError(
        fmt::format("--roofline '{}': the picture is written as .svg", flags.roofline));
  if (flags.device.scheme() == "fsim")
    throw UsageError("--roofline needs cycles: backend fsim models no time; use --backend csim");
}

void require_host_time_possible(const RunFlags& flags, const Program& program) {
  if (flags.host.costs && !program.kernels.empty() && flags.device.scheme() == "fsim")
    throw UsageError("--host needs cycles: backend fsim models no time; use --backend csim");
}

void require_timeline_possible(const RunFlags& flags) {
  if (flags.timeline && flags.device.scheme() != "csim")
    throw UsageError(fmt::format(
        "--timeline needs to know when instructions start: backend {} does not show it; use "
        "--backend csim",
        flags.device.scheme()));
  if (flags.timeline && !flags.json)
    throw UsageError("--timeline is a member of the JSON: use it with --json");
}

// What it shows of the first output; no rows where no values are wanted.
Tensor shown_logits(const RunFlags& flags, const Executor& executor) {
  return flags.device.timing_only() || flags.top == 0 ? Tensor::zeros(DType::F32, {0, 1})
                                                      : logits_of(executor.output(0));
}

void print(const RunFlags& flags, const RunPage& page, const explore::Timeline& timeline) {
  if (!flags.csv.empty())
    write_text_file(flags.csv, layer_csv(page.outcome));
  if (!flags.roofline.empty())
    write_text_file(flags.roofline, roofline_svg(roofline_of(page.outcome.record)));
  if (!flags.json) {
    std::fputs(run_page_text(page, output_width()).c_str(), stdout);
    return;
  }
  boost::json::object out = run_page_json(page);
  if (flags.timeline)
    out["timeline"] = timeline.json();
  std::puts(json_text(out).c_str());
}

void write_outputs(const Executor& executor, const std::vector<std::string>& files,
                   std::vector<OutputUse>& uses) {
  OutputsTogether together;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i].empty())
      write_npy(files[i], executor.output(static_cast<int64_t>(i)));
    uses[i].file = files[i];
  }
  together.commit();
}

std::vector<std::string> notes_of(const RunFlags& flags, std::vector<std::string> notes) {
  for (std::string& note : flags.device.notes(flags.clock))
    notes.push_back(std::move(note));
  if (flags.device.timing_only() && !flags.inputs.empty())
    notes.emplace_back("--input is not read: --timing-only computes no values");
  if (flags.device.timing_only() && !flags.labels.empty())
    notes.emplace_back("--labels names nothing: --timing-only computes no values");
  return notes;
}

// Every run has the same launches: the first is checked for races, the last one drawn.
void execute(const RunFlags& flags, Session& session, RunTimes& times, explore::Timeline& timeline,
             RaceCheck* races, explore::IdleBefore* idle) {
  Executor& executor = session.executor();
  const int64_t measured = flags.repeat * flags.number;
  const int64_t runs = measured > 1 ? measured + 1 : 1;  // the first of several is not measured
  Progress progress("runs", runs);
  for (int64_t i = 0; i < runs; ++i) {
    executor.check_races(i == 0 ? races : nullptr);
    TraceFan sinks;
    if (flags.timeline && i + 1 == runs)
      sinks.add(&timeline);
    if (i + 1 == runs)
      sinks.add(idle);
    executor.trace(sinks.empty() ? nullptr : &sinks);
    executor.reset_state();
    session.run();
    executor.trace(nullptr);
    if (i > 0)
      times.add(executor.stats());
    progress.step();
  }
}

int failures(const RunOutcome& outcome, bool unexpected) {
  const bool failed = outcome.verify && outcome.verify->failed();
  if (failed)
    spdlog::error("--verify: {}", outcome.verify->mismatched_elements > 0
                                      ? outcome.verify->first_mismatch
                                      : "host: " + output_error_text(*outcome.verify));
  const bool racy = outcome.races != nullptr && outcome.races->count() > 0;
  return static_cast<int>(failed || racy || unexpected ? ExitCode::Mismatch : ExitCode::Ok);
}

int run(const RunFlags& flags, WaveFile& wave_file) {
  if (flags.system.given())
    return run_system({.system = flags.system,
                       .compile = flags.compile,
                       .device = flags.device,
                       .model = flags.model,
                       .inputs = flags.inputs,
                       .outputs = flags.outputs,
                       .verify = flags.verify,
                       .json = flags.json});
  flags.system.require_given();
  const Stopwatch watch;
  require_timeline_possible(flags);
  require_roofline_possible(flags);
  check_usage(flags);
  const bool loads = flags.model.ends_with(".vta");
  const auto network = std::make_shared<const Network>(loads ? load(flags) : compile(flags));
  const Program& program = network->program();
  require_host_time_possible(flags, program);
  Session session(network, flags.device.named(),
                  {.max_cycles = flags.device.max_cycles,
                   .wave = wave_file.staged(flags.wave.options(flags.device.scheme(), program))});
  const Executor& executor = session.executor();
  const std::vector<std::string> labels = labels_of(flags, program);
  const std::vector<std::string> files = output_files(flags, program);
  const std::vector<size_t> expected = expected_classes(flags.expected, program, labels);
  if (session.has_values())
    session.load_inputs(flags.inputs);
  RunPage page{.top = flags.top,
               .labels = labels,
               .notes = notes_of(flags, network->compiled.notes),
               .times = RunTimes(flags.repeat, flags.number),
               .details = flags.details,
               .per_layer = flags.per_layer};
  const std::optional<Image> shown = flags.picture.empty()
                                         ? std::nullopt
                                         : std::optional(image_to_show(program, session.inputs()));
  std::unique_ptr<Oracle> oracle;
  if (flags.verify)
    oracle = std::make_unique<Oracle>(network->compiled.quantized, session.executor());
  std::unique_ptr<RaceCheck> races;
  if (flags.check_races)
    races = std::make_unique<RaceCheck>(program.config);
  explore::Timeline timeline;
  explore::IdleBefore idle(program);
  const bool shows_idle = flags.per_layer && flags.device.scheme() == "csim";
  try {
    execute(flags, session, page.times, timeline, races.get(), shows_idle ? &idle : nullptr);
  } catch (const DeviceError&) {
    if (races)
      std::fputs(races_text(*races, session.kernel_of()).c_str(), stderr);  // perhaps why
    throw;
  }
  page.outcome = session.outcome();
  page.outcome.races = races.get();
  if (flags.host.costs)
    page.outcome.host_time = explore::host_timeline(program, executor.stats().launch_cycles,
                                                    *flags.host.costs, page.outcome.record.backend);
  if (shows_idle)
    page.outcome.idle_before = idle.cycles();
  page.outcome.seconds = watch.seconds();
  if (oracle)
    page.outcome.verify = oracle->compare();
  if (session.has_values())
    write_outputs(executor, files, page.outcome.outputs);
  page.logits = shown_logits(flags, executor);
  if (shown)
    write_file(flags.picture, run_picture(*shown, flags.model, page.logits, flags.top, labels));
  print(flags, page, timeline);
  const bool unexpected =
      !expected.empty() && !tops_as_expected(executor.output(0), expected, labels);
  return failures(page.outcome, unexpected);
}

void add_inputs(Command& command, RunFlags& flags) {
  const OptionGroup group = command.group("Input");
  command
      .add_option("--input", flags.inputs,
                  "image (.png, .jpg), tensor (.npy) or random:SEED (default random:0); NAME=FILE "
                  "for each of several inputs")
      ->expected(1)
      ->take_all()
      ->input_file();
  command.add_option("--params", flags.params,
                     "of a .vta: read the parameters from this file (vta compile --params)");
}

void add_results(Command& command, RunFlags& flags) {
  const OptionGroup group = command.group("Output");
  command
      .add_option("--output", flags.outputs,
                  "write the output to this file (.npy); NAME=FILE for one of several outputs")
      ->expected(1)
      ->take_all()
      ->output_file();
  command
      .add_option("--labels", flags.labels,
                  "class names, one for each class: one per line, or a dictionary {0: 'name', ...}")
      ->input_file();
  command.add_option("--top", flags.top, "number of classes to print")
      ->check(range(0, 1000000))
      ->capture_default_str();
  command.add_flag(
      "--details", flags.details,
      "print all figures: configuration, traffic, counters, units, the host's steps, notes");
  command.add_flag("--per-layer", flags.per_layer,
                   "print a row per kernel, with a legend of the columns");
  command.add_option("--csv", flags.csv, "write every figure of every kernel to this file (.csv)")
      ->output_file();
  command
      .add_option("--roofline", flags.roofline,
                  "csim, tsim: draw a roofline chart of the kernels (.svg)")
      ->output_file();
  command
      .add_option("--picture", flags.picture,
                  "draw the input image and its top classes (.png); of a batch, the first images")
      ->output_file();
  command.add_flag("--json", flags.json, "print JSON instead of text");
  command.add_flag("--timeline", flags.timeline,
                   "csim, with --json: add the utilization of units and bus over time");
  command.add_flag("--verbose", flags.verbose, "log the steps of the compiler");
}

void add_checks(Command& command, RunFlags& flags) {
  const OptionGroup group = command.group("Checks");
  command.add_flag("--verify", flags.verify, "compare every kernel with the integer interpreter");
  command
      .add_option("--expect", flags.expected,
                  "exit with code 1 unless this class is the top-1: its number, or its name with "
                  "--labels; repeat for each image of a batch")
      ->expected(1)
      ->take_all()
      ->type_name("TOP1");
  command.add_flag("--check-races", flags.check_races, kCheckRacesHelp);
}

void add_measurement(Command& command, RunFlags& flags) {
  const OptionGroup group = command.group("Measurement");
  command
      .add_option("--repeat", flags.repeat,
                  "number of measurements; prints mean, median and standard deviation, after one "
                  "warm-up run")
      ->check(range(1, kMostRuns))
      ->capture_default_str();
  command.add_option("--number", flags.number, "runs per measurement; a measurement is their mean")
      ->check(range(1, kMostRuns))
      ->capture_default_str();
}

}  // namespace

void register_run(Command& app) {
  auto flags = std::make_shared<RunFlags>();
  Command* command = app.add_subcommand("run", "run a network on a simulated accelerator");
  command
      ->add_option("model", flags->model,
                   "network (.onnx, .tflite), listing (.ir) or program (.vta)")
      ->required();
  flags->compile.add_to(*command);
  flags->compile.add_save_schedule(*command);
  explain_program_config(*command);
  flags->device.add_to(*command);
  flags->device.add_timing_only(*command);
  flags->clock.add_to(*command);
  flags->host.add_to(*command);
  flags->wave.add_to(*command, true);
  add_inputs(*command, *flags);
  add_results(*command, *flags);
  add_checks(*command, *flags);
  add_measurement(*command, *flags);
  for (const char* name :
       {"--clock", "--host", "--wave", "--params", "--labels", "--top", "--details", "--per-layer",
        "--csv", "--roofline", "--picture", "--timeline", "--expect", "--check-races", "--repeat",
        "--number", "--save-schedule"})
    flags->system.of_one_device.push_back(command->get_option(name));
  flags->system.device = command->get_option("--device");
  flags->system.add_to(*command);
  command->footer(kRunExamples + device_footer());
  command->callback(limited(*command, [flags] {
    flags->host.read();
    return with_wave_file([&](WaveFile& wave_file) { return run(*flags, wave_file); });
  }));
}

}  // namespace vta::cli
