// vta diff: where two runs of a network differ, tensor by tensor.
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/device_flags.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "workbench/diff.h"
#include "workbench/views/diff_chart.h"
#include "workbench/views/diff_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct DiffFlags {
  CompileFlags compile;
  std::vector<std::string> sides, inputs;
  std::string model, memory, svg, save;
  std::optional<int64_t> sample;
  int64_t rows = 10, max_cycles = kMaxCycles;
  double least_sqnr_db = explore::kLeastSqnrDb;
  bool all = false, json = false;
};

constexpr double kMostSqnrDb = 400;

constexpr const char* kDiffExamples = R"(Examples:
  vta diff int8 fsim --model resnet18.onnx --input cat.png
  vta diff float int8 --model resnet18.onnx --calib images.npy --all --svg sqnr.svg
  vta diff csim tsim --model kws.tflite --config pynq --input inputs.npy --sample 3
  vta diff int8 layers.npz --model kws.tflite --input inputs.npy --sample 0
  vta diff int8 right/ --model changed.onnx --quant keep       # a folder of .npy files
  vta diff int8 fsim --model kws.tflite --save-tensors right/  # makes one, of A's tensors
  vta diff fsim grpc://board:9000 --model kws.tflite --json | jq .first.name

A and B: float (the network before it was quantized; of a model with integers of its own, these
without their rounding), int8 (the integer interpreter on the compiled graph), a device, a folder of
.npy files or an .npz file of tensors by name (of a .tflite file also by number: t22 or 22).
Integers are compared exactly, float with integers by SQNR (--min-sqnr).

Exit codes: 0 nothing differs; 1 a tensor does; 2 wrong options; 3 unreadable input; 4 illegal
  configuration; 5 cannot be compiled; 6 the device reported an error; 8 more than --max-memory,
  --max-seconds or --max-cycles allow; 9 results cannot be written.)";

void check_usage(const DiffFlags& flags) {
  flags.compile.require_program("diff");
  if (flags.model.ends_with(".vta"))
    throw UsageError(fmt::format(
        "--model '{}' is a program, which does not hold the graph to compare with: give "
        "the model that it was compiled from",
        flags.model));
  if (!flags.svg.empty() && !flags.svg.ends_with(".svg"))
    throw UsageError(fmt::format("--svg '{}': the picture is written as .svg", flags.svg));
  if (!(std::abs(flags.least_sqnr_db) <= kMostSqnrDb))  // nan is not, either
    throw UsageError(fmt::format("--min-sqnr '{}': legal are {} to {} dB", flags.least_sqnr_db,
                                 -kMostSqnrDb, kMostSqnrDb));
  if (flags.sample && flags.inputs.empty())
    throw UsageError(fmt::format("--sample {} needs --input: it takes one of many from its files",
                                 *flags.sample));
}

int diff(const DiffFlags& flags) {
  check_usage(flags);
  DiffRequest request{.model = flags.model,
                      .options = {},
                      .pixels = flags.compile.pixels,
                      .a = diff_side(flags.sides[0]),
                      .b = diff_side(flags.sides[1]),
                      .inputs = flags.inputs,
                      .sample = flags.sample,
                      .max_cycles = flags.max_cycles,
                      .least_sqnr_db = flags.least_sqnr_db,
                      .save = flags.save};
  request.options = flags.compile.options_for(flags.model);
  request.options.config = with_memory(std::move(request.options.config), flags.memory);
  const DiffResult result = diff_network(request);
  flags.compile.write_recipe();
  if (!flags.svg.empty())
    write_text_file(flags.svg, diff_svg(result));
  const size_t rows =
      flags.all ? std::numeric_limits<size_t>::max() : static_cast<size_t>(flags.rows);
  const std::string text =
      flags.json ? json_text(diff_json(result)) + "\n" : diff_text(result, rows, output_width());
  std::fputs(text.c_str(), stdout);
  return static_cast<int>(result.difference.first ? ExitCode::Mismatch : ExitCode::Ok);
}

void add_input(Command& command, DiffFlags& flags) {
  const OptionGroup group = command.group("Input");
  command
      .add_option("--input", flags.inputs,
                  "image (.png, .jpg), tensor (.npy) or random:SEED; NAME=FILE for each of several "
                  "inputs (default: that of A's or B's files, else random:0)")
      ->expected(1)
      ->take_all()
      ->input_file();
  command
      .add_option("--sample", flags.sample,
                  "of --input files that hold many samples, take this one, counted from 0")
      ->check(range(0, std::numeric_limits<int64_t>::max()));
}

void add_output(Command& command, DiffFlags& flags) {
  const OptionGroup group = command.group("Output");
  command.add_option("--first", flags.rows, "number of tensors in the table")
      ->check(range(0, 1000000))
      ->capture_default_str();
  command.add_flag("--all", flags.all, "print every tensor");
  command.add_option("--svg,--plot", flags.svg, "draw the SQNR of every tensor (.svg)")
      ->output_file();
  command.add_option("--save-tensors", flags.save,
                     "write A's tensors into this folder, as .npy files for later comparisons");
  command.add_flag("--json", flags.json, "print JSON instead of text");
}

}  // namespace

void register_diff(Command& app) {
  auto flags = std::make_shared<DiffFlags>();
  Command* command =
      app.add_subcommand("diff", "find the first tensor in which two runs of a network differ");
  command->add_option("runs", flags->sides, "A and B: float, int8, devices, files of tensors")
      ->required()
      ->expected(2);
  command->add_option("--model", flags->model, "network (.onnx, .tflite) or listing (.ir)")
      ->required();
  flags->compile.add_to(*command);
  {
    const OptionGroup group = command->group("Device");
    add_memory(*command, flags->memory);
    add_max_cycles(*command, flags->max_cycles);
  }
  add_input(*command, *flags);
  {
    const OptionGroup group = command->group("Checks");
    command
        ->add_option("--min-sqnr", flags->least_sqnr_db,
                     "in dB: a tensor in float on one side differs below this")
        ->capture_default_str();
  }
  add_output(*command, *flags);
  command->footer(kDiffExamples + device_footer());
  command->callback(limited(*command, [flags] { return diff(*flags); }));
}

}  // namespace vta::cli
