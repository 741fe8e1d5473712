// vta compile: network or listing in, program file out.
#include <filesystem>
#include <memory>
#include <optional>

#include "base/file.h"
#include "base/json.h"
#include "base/outputs_together.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/resource_limits.h"
#include "runtime/parameters.h"
#include "workbench/views/compile_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct CompileCommand {
  CompileFlags compile;
  std::string model, output, params, plan;
  bool json = false, verbose = false, times = false;
};

constexpr const char* kCompileExamples = R"(Examples:
  vta compile resnet18.onnx -o resnet18.vta
  vta compile resnet18.onnx -o resnet18.vta --config 1x32 --schedule fast --times
  vta compile resnet18.onnx -o resnet18.vta --plan plan.json
  vta compile resnet18.onnx -o resnet18.vta --params resnet18.vtp   # parameters in a file of their own
  vta compile resnet18.onnx -o resnet18.vta --save-schedule mine.json
  vta compile resnet18.onnx -o resnet18.vta --schedule mine.json
  vta compile resnet18.onnx --stop-after quantize --dump-ir passes/
  vta compile resnet18.onnx -o plain.vta --opt-level 1 --pass fold_constants
  vta compile resnet18.onnx -o unfused.vta --no-pass fuse_operators
  vta compile tests/data/digits_resnet8.onnx -o digits.vta --quant percentile
      --calib tests/data/digits_calib_64_u8.npy
  vta run resnet18.vta

Exit codes: 0 written; 2 wrong options; 3 unreadable input; 4 illegal configuration;
  5 cannot be compiled; 8 more than --max-memory or --max-seconds allow;
  9 the file cannot be written.)";

// After --stop-after: the passes have run, and --dump-ir has written what they made.
void print_stopped(const CompileCommand& flags, const CompileResult& result) {
  const std::string& folder = flags.compile.dump_ir;
  if (flags.json) {
    boost::json::object out = {
        {"provenance", provenance_json({.schema = "vta.compile",
                                        .config_name = flags.compile.options().config.name(),
                                        .config_hash = flags.compile.options().config.hash(),
                                        .seed = model_settings(flags.compile.recipe()).seed})},
        {"stopped_after", flags.compile.stop_after},
        {"dump_ir", folder},
        {"seconds", {{"passes", result.times.passes_seconds}}}};
    fmt::print("{}\n", json_text(out));
    return;
  }
  fmt::print("stopped after pass {}; no program is written{}{}\n", flags.compile.stop_after,
             folder.empty() ? "; --dump-ir FOLDER keeps the graphs" : "; graphs are in ", folder);
  for (const std::string& note : result.notes)
    fmt::print("note: {}\n", note);
}

// One file by whatever name.
bool file_names_agree(const std::string& a, const std::string& b) {
  std::error_code none;
  return a == b ||
         std::filesystem::weakly_canonical(a, none) == std::filesystem::weakly_canonical(b, none);
}

void check_outputs(const CompileCommand& flags) {
  const bool stopped = !flags.compile.stop_after.empty();
  if (flags.output.empty() && !stopped)
    throw UsageError("vta compile: --output FILE.vta is missing (only --stop-after needs none)");
  if (!flags.output.empty() && stopped)
    throw UsageError("vta compile: --stop-after makes no program; leave out --output");
  if (!flags.params.empty() && stopped)
    throw UsageError("vta compile: --stop-after makes no parameters; leave out --params");
  if (!flags.params.empty() && file_names_agree(flags.params, flags.output))
    throw UsageError(fmt::format(
        "vta compile: --params '{}' is the --output: the program needs a file of its own",
        flags.params));
  if (!flags.plan.empty() && stopped)
    throw UsageError("vta compile: --stop-after makes no plan; leave out --plan");
  if (!flags.compile.save_schedule.empty() && stopped)
    throw UsageError("vta compile: --stop-after makes no schedule; leave out --save-schedule");
  if (!flags.compile.save_recipe.empty() && stopped)
    throw UsageError("vta compile: --stop-after makes no program; leave out --save-recipe");
}

// With --params the program's file has no values: those are in the other one.
std::optional<Parameters> save(const CompileCommand& flags, const Program& program) {
  if (flags.params.empty()) {
    save_program(program, flags.output);
    return std::nullopt;
  }
  Parameters parameters = parameters_of(program);
  save_parameters(parameters, flags.params);
  save_program_without_parameters(program, flags.output);
  return parameters;
}

void run(const CompileCommand& flags) {
  CompileOptions options = flags.compile.options_for(flags.model);
  options.plan = !flags.plan.empty();
  report_passes(options, flags.verbose);
  check_outputs(flags);
  CompileResult result = compile_model(flags.model, options);
  if (result.stopped) {
    print_stopped(flags, result);
    return;
  }
  const PixelFlags& pixels = flags.compile.pixels;
  if (pixels.any())
    result.program.preprocessing = preparation(pixels, known_preparation(flags.model)).how;
  OutputsTogether files;
  const std::optional<Parameters> parameters = save(flags, result.program);
  if (!flags.plan.empty())
    write_text_file(flags.plan, result.plan);
  flags.compile.write_schedule(result);
  flags.compile.write_recipe();
  files.commit();
  const CompileReport report{flags.output, flags.params, result, parameters, flags.times};
  if (flags.json)
    fmt::print("{}\n", json_text(compile_json(report)));
  else
    print_compile(report);
}

}  // namespace

void register_compile(Command& app) {
  auto flags = std::make_shared<CompileCommand>();
  Command* command = app.add_subcommand("compile", "compile a network into a program file");
  command->add_option("model", flags->model, "network (.onnx, .tflite) or listing (.ir)")
      ->required();
  flags->compile.add_to(*command);
  flags->compile.add_save_schedule(*command);
  const OptionGroup group = command->group("Output");
  command->add_option("-o,--output", flags->output, "program file (.vta)")->output_file();
  command
      ->add_option("--params", flags->params,
                   "write weights and other parameters to this file (.vtp) instead of the program; "
                   "vta run --params reads it")
      ->output_file();
  command
      ->add_option("--plan", flags->plan,
                   "write tiles, predicted traffic and memory plan as JSON (docs/plan.md)")
      ->output_file();
  command->add_flag("--times", flags->times, "print the time of each stage");
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->add_flag("--verbose", flags->verbose, "log the steps of the compiler");
  command->footer(kCompileExamples);
  command->callback(limited(*command, [flags] { run(*flags); }));
}

}  // namespace vta::cli
