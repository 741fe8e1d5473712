// vta compile: network or listing in, program file out.
#include <cstdio>
#include <memory>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/input.h"
#include "cli/report.h"

namespace vta::cli {
namespace {

struct Flags {
  CompileFlags compile;
  std::string model, output;
  bool json = false, verbose = false, times = false;
};

constexpr const char* kExamples = R"(Examples:
  vta compile resnet18.onnx -o resnet18.vta
  vta compile resnet18.onnx -o resnet18.vta --config 1x32 --schedule fast --times
  vta compile resnet18.onnx -o resnet18.vta --dump-ir passes/
  vta run resnet18.vta)";

void run(const Flags& flags) {
  CompileOptions options = flags.compile.options();
  options.quant.calibration = calibration_samples(flags.compile.calib, options, flags.model);
  report_passes(options, flags.verbose);
  const CompileResult result = compile_model(flags.model, options);
  save_program(result.program, flags.output);

  const CompileTimes& t = result.times;
  const double total =
      t.import_seconds + t.passes_seconds + t.schedule_seconds + t.codegen_seconds + t.pack_seconds;
  if (flags.json) {
    const boost::json::object out = {
        {"provenance", provenance_block(result.program, "vta.compile")},
        {"output", flags.output},
        {"kernels", result.program.kernels.size()},
        {"instructions", result.program.insns.size() / 16},
        {"uop_nbytes", result.program.uops.size()},
        {"constant_nbytes", result.program.constants.size()},
        {"arena_nbytes", result.program.arena_bytes},
        {"seconds",
         {{"import", t.import_seconds},
          {"passes", t.passes_seconds},
          {"schedule", t.schedule_seconds},
          {"codegen", t.codegen_seconds},
          {"pack", t.pack_seconds},
          {"total", total}}}};
    std::puts(json_text(out).c_str());
    return;
  }
  std::printf("%s: %zu kernels, %zu instructions, %zu bytes of micro-ops, %zu bytes of constants\n",
              flags.output.c_str(), result.program.kernels.size(), result.program.insns.size() / 16,
              result.program.uops.size(), result.program.constants.size());
  for (const std::string& note : result.notes)
    std::printf("note: %s\n", note.c_str());
  if (flags.times)
    std::printf(
        "times: import %.3f s, passes %.3f s, schedule %.3f s, codegen %.3f s, packing %.3f s, in "
        "all %.3f s\n",
        t.import_seconds, t.passes_seconds, t.schedule_seconds, t.codegen_seconds, t.pack_seconds,
        total);
}

}  // namespace

void register_compile(CLI::App& app) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("compile", "compile a network into a program file");
  command->add_option("model", flags->model, "network (.onnx) or listing (.ir)")->required();
  command->add_option("-o,--output", flags->output, "program file (.vta)")->required();
  flags->compile.add_to(*command);
  command->add_flag("--times", flags->times, "print how long each stage took");
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->add_flag("--verbose", flags->verbose, "log what the compiler does");
  command->footer(kExamples);
  command->callback([flags] { run(*flags); });
}

}  // namespace vta::cli
