// vta graph: a compiled network as a picture of boxes and arrows.
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/resource_limits.h"
#include "explore/record/run_writer.h"
#include "workbench/views/program_graph.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct GraphFlags {
  CompileFlags compile;
  std::string model, output;
  bool json = false;
};

constexpr const char* kGraphExamples = R"(Examples:
  vta graph resnet18.onnx -o resnet18.svg
  vta graph resnet18.onnx -o resnet18.svg --config 1x32 --all-int8
  vta graph resnet18.onnx -o part.svg --region conv2d:3..conv2d:7
  vta graph resnet18.vta --json | jq '.boxes[].operator'

Exit codes: 0 drawn; 2 wrong options; 3 unreadable input; 4 illegal configuration;
  5 cannot be compiled; 8 more than --max-memory or --max-seconds allow; 9 the output cannot be written.)";

Program program_of(const GraphFlags& flags) {
  if (flags.model.ends_with(".vta")) {
    flags.compile.require_none_given(flags.model);
    return load_program(flags.model);
  }
  flags.compile.require_program("graph");
  Program program = compile_with_notes_logged(flags.model, flags.compile.options_for(flags.model));
  flags.compile.write_recipe();
  return program;
}

void check_usage(const GraphFlags& flags) {
  if (flags.output.empty() && !flags.json)
    throw UsageError("vta graph: --output FILE.svg is needed (--json does without)");
  if (!flags.output.empty() && !flags.output.ends_with(".svg"))
    throw UsageError(fmt::format("--output '{}': the picture is written as .svg", flags.output));
  if (flags.model.ends_with(".vta") && !flags.compile.given_config().empty())
    throw UsageError("--config has no effect on a picture of a .vta, which has its own");
}

void graph(const GraphFlags& flags) {
  check_usage(flags);
  const Program program = program_of(flags);
  const ProgramGraph drawn = program_graph(program);
  if (!flags.output.empty())
    write_text_file(flags.output, program_graph_svg(drawn));
  if (flags.json) {
    boost::json::object out = program_graph_json(drawn);
    out["provenance"] = explore::provenance_block(program, "vta.graph");
    std::puts(json_text(out).c_str());
    return;
  }
  const auto kernels = std::ssize(program.kernels);
  fmt::print("{}: {} on the accelerator, {} on the host\n", flags.output,
             counted(kernels, "kernel"),
             counted(std::ssize(drawn.boxes) - kernels - std::ssize(program.inputs) -
                         std::ssize(program.outputs),
                     "step"));
}

}  // namespace

void register_graph(Command& app) {
  auto flags = std::make_shared<GraphFlags>();
  Command* command = app.add_subcommand(
      "graph", "draw a compiled network: operators on host and accelerator, kernels, shapes");
  command
      ->add_option("model", flags->model,
                   "network (.onnx, .tflite), listing (.ir) or program (.vta)")
      ->required();
  flags->compile.add_to(*command);
  const OptionGroup group = command->group("Output");
  command->add_option("-o,--output", flags->output, "the picture (.svg)")->output_file();
  command->add_flag("--json", flags->json, "print boxes and arrows as JSON instead of text");
  command->footer(kGraphExamples);
  command->callback(limited(*command, [flags] { graph(*flags); }));
}

}  // namespace vta::cli
