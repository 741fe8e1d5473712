// vta split: a network in parts, each a program.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/output_file.h"
#include "base/plural.h"
#include "base/standard_streams.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "compiler/split/cut_names.h"
#include "compiler/split/occurrences.h"
#include "workbench/network_parts.h"
#include "workbench/split_folder.h"
#include "workbench/views/cut_list.h"
#include "workbench/views/split_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr int64_t kMostSplitParts = 64;

struct SplitFlags {
  CompileFlags compile;
  std::string model, balance = "cycles", output, memory;
  std::vector<std::string> at;
  int64_t parts = 0;
  bool list = false, json = false;
};

constexpr const char* kSplitExamples = R"(Examples:
  vta model resnet18_v1 -o resnet18.onnx
  vta split resnet18.onnx --list                        # the possible cuts
  vta split resnet18.onnx --at stage2.block1.relu -o parts
  vta split resnet18.onnx --at stage1.block1.relu,stage3.block1.relu --json
  vta split resnet18.onnx --at stage1.block1.relu+stage2.block0.conv1.relu -o parts   # two values cross
  vta split resnet18.onnx --parts 2 -o parts            # equal cycles, exactly
  vta split resnet18.onnx --parts 4 --balance bytes --config 1x32 -o parts

A part is a program (-o: part0.vta, part1.vta, ..., with split.json and split.svg): docs/split.md.

Exit codes: 0 done; 2 wrong options, or a cut that does not separate the network; 3 unreadable input;
  4 illegal configuration; 5 cannot be compiled; 8 more than --max-memory or --max-seconds allow;
  9 results cannot be written.)";

void check_usage(const SplitFlags& flags) {
  if (flags.model.ends_with(".vta"))
    throw UsageError(
        fmt::format("vta split cuts networks (.onnx) and listings (.ir): '{}' is compiled already",
                    flags.model));
  const int ways = (flags.at.empty() ? 0 : 1) + (flags.parts > 0 ? 1 : 0) + (flags.list ? 1 : 0);
  if (ways != 1)
    throw UsageError(
        "vta split needs one of --at NAME[,NAME...], --parts N and --list: where to cut");
  if (flags.list && !flags.output.empty())
    throw UsageError("--output is where parts go, and --list makes none: leave one of them out");
  check_output_folder(flags.output);
}

// What values are called beside their names: operators of the file by number, kernels as in
// listings of whole programs.
std::map<std::string, std::string> aliases_of(const SplitFlags& flags,
                                              const QuantizedNetwork& network) {
  const FileOperators operators =
      file_operators(flags.model, model_settings(flags.compile.recipe()));
  std::map<std::string, std::string> names = occurrence_names(operators.file, operators.graph);
  for (const ProgramKernel& kernel :
       compile_graph(network.graph.graph, network.options).program.kernels)
    names.emplace(kernel.name, kernel.oracle);
  return names;
}

void print_cuts(const SplitFlags& flags, const QuantizedNetwork& network) {
  const CutList list =
      cut_list(network, file_operators(flags.model, model_settings(flags.compile.recipe())).file);
  std::fputs(flags.json ? (json_text(list.json) + "\n").c_str() : list.text.c_str(), stdout);
}

std::vector<std::string> idle_parts(const std::vector<Program>& programs) {
  std::vector<std::string> notes;
  for (size_t i = 0; i < programs.size(); ++i)
    if (programs[i].kernels.empty())
      notes.push_back(fmt::format(
          "part {} has no kernel: all of it runs on the host, and a device would be idle", i));
  return notes;
}

std::vector<Program> compile_parts(const QuantizedNetwork& network, const SplitNetwork& split) {
  std::vector<Program> programs;
  for (size_t i = 0; i < split.parts.size(); ++i)
    programs.push_back(compile_part(network, split, i, network.options));
  return programs;
}

void split(const SplitFlags& flags) {
  check_usage(flags);
  QuantizedNetwork network = quantized_network(
      flags.model, flags.compile.options_for_parts("split", flags.model, flags.memory));
  flags.compile.write_recipe();
  if (flags.list)
    return print_cuts(flags, network);
  const std::vector<int64_t> part_of =
      flags.parts > 0 ? balanced_parts(network, flags.parts, flags.balance == "bytes")
                      : parts_at(network.graph, flags.at, aliases_of(flags, network));
  const SplitNetwork parts = split_graph(network.graph, part_of);
  const std::vector<Program> programs = compile_parts(network, parts);
  for (std::string& note : idle_parts(programs))
    network.notes.push_back(std::move(note));
  SplitReport report;
  report.model = flags.model;
  report.network = &parts;
  report.programs = &programs;
  report.exponents = network.exponents;
  for (const Graph& part : parts.parts)
    report.costs.push_back(explore::cost_of_part(part, network.options));
  if (!flags.output.empty())
    std::ranges::move(
        write_split_folder(flags.output, programs, split_json(report), split_svg(report)),
        std::back_inserter(network.notes));
  if (flags.json) {
    boost::json::object out = split_json(report);
    out["notes"] = boost::json::value_from(network.notes);
    std::puts(json_text(out).c_str());
    return;
  }
  fmt::print("{} in {}\n\n{}", flags.model, counted(std::ssize(parts.parts), "part"),
             split_text(report, output_width()));
  for (const std::string& note : network.notes)
    fmt::print("note: {}\n", note);
}

}  // namespace

void register_split(Command& app) {
  auto flags = std::make_shared<SplitFlags>();
  Command* command =
      app.add_subcommand("split", "cut a network into several programs, one per device");
  command->add_option("model", flags->model, "network (.onnx, .tflite) or listing (.ir)")
      ->required();
  command
      ->add_option("--at", flags->at,
                   "cut after these values: names as in vta graph, vta profile and --dump-ir, "
                   "kernels, or OP:N for operator OP number N of the file; a+b: one cut of both")
      ->delimiter(',');
  command->add_option("--parts", flags->parts, "number of balanced parts")
      ->check(range(1, kMostSplitParts));
  command
      ->add_option("--balance", flags->balance,
                   "balance of --parts: cycles of the accelerator, or memory per device")
      ->check(one_of({"cycles", "bytes"}))
      ->capture_default_str();
  command->add_flag("--list", flags->list,
                    "print the possible cuts and the values that cross them");
  flags->compile.add_to(*command);
  add_memory(*command, flags->memory);
  const OptionGroup group = command->group("Output");
  command->add_option("-o,--output", flags->output,
                      "folder for the programs, split.json and split.svg");
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->footer(kSplitExamples);
  command->callback(limited(*command, [flags] { split(*flags); }));
}

}  // namespace vta::cli
