// vta split: a network in parts, each a program.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/cores.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/output_file.h"
#include "base/output_folder.h"
#include "base/plural.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/layer_report.h"
#include "cli/machine_flags.h"
#include "cli/report.h"
#include "cli/resource_limits.h"
#include "cli/split_report.h"
#include "compiler/passes/quant_plan.h"
#include "compiler/split/cut_names.h"
#include "explore/record/run_writer.h"

namespace vta::cli {
namespace {

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
  vta split resnet18.onnx --list                        # where it can be cut
  vta split resnet18.onnx --at stage2.block1.relu -o parts
  vta split resnet18.onnx --at stage1.block1.relu,stage3.block1.relu --json
  vta split resnet18.onnx --at stage1.block1.relu+stage2.block0.conv1.relu -o parts   # two values cross
  vta split resnet18.onnx --parts 2 -o parts            # equal cycles, exactly
  vta split resnet18.onnx --parts 4 --balance bytes --config 1x32 -o parts

A part is a program (-o: part0.vta, part1.vta, ..., with split.json and split.svg): docs/split.md.

Exit codes: 0 done; 2 wrong options, or a cut that separates nothing; 3 unreadable input;
  4 illegal configuration; 5 cannot be compiled; 8 more than --max-memory or --max-seconds allow;
  9 results cannot be written.)";

void check_usage(const SplitFlags& flags) {
  if (flags.model.ends_with(".vta"))
    throw UsageError(
        fmt::format("vta split cuts networks (.onnx) and listings (.ir): '{}' is compiled already",
                    flags.model));
  flags.compile.require_program("split");
  const int ways = (flags.at.empty() ? 0 : 1) + (flags.parts > 0 ? 1 : 0) + (flags.list ? 1 : 0);
  if (ways != 1)
    throw UsageError(
        "vta split needs one of --at NAME[,NAME...], --parts N and --list: where to cut");
  if (!flags.compile.region.empty())
    throw UsageError(
        "--region counts operators of a whole network, and parts have others: leave it out "
        "(--host-only has the same meaning for parts)");
  if (flags.list && !flags.output.empty())
    throw UsageError("--output is where parts go, and --list makes none: leave one of them out");
  check_output_folder(flags.output);
}

// The network before anything is placed, and what its parts are compiled with.
struct QuantisedNetwork {
  SteppedGraph graph;
  CompileOptions options;
  std::vector<std::string> notes;
  std::optional<Preprocessing> preprocessing;
  std::string quantization;
  std::map<std::string, int> exponents;
};

QuantisedNetwork prepare(const SplitFlags& flags) {
  QuantisedNetwork out;
  CompileOptions& options = out.options;
  options = flags.compile.options_for(flags.model);
  options.config = with_memory(options.config, flags.memory);
  options.pipeline.stop_after = "quantize";
  QuantTrace trace;
  options.quant_trace = &trace;
  CompileResult whole = compile_model(flags.model, options);
  out.graph = step_graph(whole.quantized);
  for (const auto& [id, value] : trace.values)
    if (value.i8 >= 0 && value.i8 < out.graph.graph.size() && value.factors.empty() &&
        value.offset.empty())
      out.exponents[out.graph.graph.node(value.i8).name] = value.exponent;
  out.notes = std::move(whole.notes);
  out.preprocessing = std::move(whole.program.preprocessing);
  out.quantization = quantization_text(options.quant);
  options.pipeline.stop_after.clear();
  options.pipeline.dump_dir.clear();
  options.quant_trace = nullptr;
  options.quantised = true;
  set_forms(options.quant, whole.schedule.facts);
  return out;
}

// What kernels are called in listings of whole programs.
std::map<std::string, std::string> kernel_names(const QuantisedNetwork& network) {
  std::map<std::string, std::string> names;
  for (const ProgramKernel& kernel :
       compile_graph(network.graph.graph, network.options).program.kernels)
    names.emplace(kernel.name, kernel.oracle);
  return names;
}

int64_t bytes_of(const Graph& graph, const std::vector<NodeId>& values) {
  int64_t bytes = 0;
  for (const NodeId id : values)
    bytes += num_elements(graph.type(id).shape) * dtype_bytes(graph.type(id).dtype);
  return bytes;
}

std::vector<std::string> names_of(const Graph& graph, const std::vector<NodeId>& values) {
  std::vector<std::string> names;
  for (const NodeId id : values)
    names.push_back(graph.node(id).name);
  return names;
}

void print_cuts(const SplitFlags& flags, const QuantisedNetwork& network) {
  const Graph& graph = network.graph.graph;
  const std::vector<LinearCut> cuts = linear_cuts(network.graph);
  boost::json::array list;
  TextTable table({{.header = "cut"}, {.header = "bytes"}, {.header = "--at", .number = false}});
  for (const LinearCut& cut : cuts) {
    const std::vector<std::string> names = names_of(graph, cut.values);
    const int64_t bytes = bytes_of(graph, cut.values);
    boost::json::object row = {{"bytes", bytes}, {"values", boost::json::value_from(names)}};
    list.push_back(std::move(row));
    table.add({std::to_string(list.size()), std::to_string(bytes),
               names.empty() ? "(nothing crosses)" : fmt::format("{}", fmt::join(names, "+"))});
  }
  if (flags.json) {
    Program described;
    described.config = network.options.config;
    const boost::json::object out = {
        {"provenance", explore::provenance_block(described, "vta.split_cuts")},
        {"model", flags.model},
        {"cuts", std::move(list)}};
    std::puts(json_text(out).c_str());
    return;
  }
  fmt::print("{}: {} of at most {} values\n\n{}", flags.model, counted(std::ssize(cuts), "cut"),
             kMostCrossing, table.text(output_width()));
}

std::vector<int64_t> balanced_parts(const SplitFlags& flags, const QuantisedNetwork& network) {
  const std::vector<LinearCut> cuts = linear_cuts(network.graph);
  std::vector<int64_t> bytes, chosen;
  for (const LinearCut& cut : cuts)
    bytes.push_back(bytes_of(network.graph.graph, cut.values));
  if (flags.parts > std::ssize(cuts) + 1)  // said before anything is measured
    explore::best_cuts(explore::SegmentCosts(cuts.size() + 2), bytes, flags.parts);
  const explore::SegmentCosts costs = explore::segment_costs(
      network.graph, cuts, network.options, flags.parts, flags.balance == "bytes", usable_cores());
  const explore::BalancedCuts best = explore::best_cuts(costs, bytes, flags.parts);
  if (best.greatest == 0)
    throw UsageError(
        fmt::format("--parts {} shares out what the accelerator does, and nothing of "
                    "'{}' runs there: use --at NAME",
                    flags.parts, flags.model));
  for (const size_t cut : best.cuts)
    chosen.push_back(cuts[cut - 1].steps);
  return parts_behind(network.graph, chosen);
}

// Ports are called as in the graph, also where a value was packed on its way.
void name_ports(const Graph& part, Program& program) {
  const auto name = [&](const std::vector<NodeId>& nodes, const std::vector<int64_t>& values) {
    for (size_t i = 0; i < nodes.size(); ++i)
      program.values[static_cast<size_t>(values[i])].name = part.node(nodes[i]).name;
  };
  name(part.inputs(), program.inputs);
  name(part.outputs(), program.outputs);
}

std::vector<Program> compile_parts(const SplitFlags& flags, const QuantisedNetwork& network,
                                   const SplitNetwork& split) {
  std::vector<Program> programs;
  for (size_t i = 0; i < split.parts.size(); ++i) {
    Program program = compile_graph(split.parts[i], network.options).program;
    name_ports(split.parts[i], program);
    program.provenance.model = fmt::format("{}, part {} of {}", flags.model, i, split.parts.size());
    program.provenance.quantization = network.quantization;
    if (std::ranges::any_of(split.inputs, [&](const SplitNetwork::Input& input) {
          return std::ranges::any_of(
              input.to, [&](const PartPort& to) { return to.part == static_cast<int64_t>(i); });
        }))
      program.preprocessing = network.preprocessing;
    programs.push_back(std::move(program));
  }
  return programs;
}

void write_parts(const std::string& folder, const SplitReport& report) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw OutputError(fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  for (size_t i = 0; i < report.programs->size(); ++i)
    save_program((*report.programs)[i], (std::filesystem::path(folder) / part_file(i)).string());
  write_files(folder, {{"split.json", json_text(split_json(report)) + "\n"},
                       {"split.svg", split_svg(report)}});
}

void split(const SplitFlags& flags) {
  check_usage(flags);
  const QuantisedNetwork network = prepare(flags);
  if (flags.list)
    return print_cuts(flags, network);
  if (network.graph.steps.empty())
    throw UsageError(
        fmt::format("'{}' has nothing to cut: no operator depends on an input", flags.model));
  const std::vector<int64_t> part_of =
      flags.parts > 0 ? balanced_parts(flags, network)
                      : parts_at(network.graph, flags.at, kernel_names(network));
  const SplitNetwork parts = split_graph(network.graph, part_of);
  const std::vector<Program> programs = compile_parts(flags, network, parts);
  SplitReport report;
  report.model = flags.model;
  report.network = &parts;
  report.programs = &programs;
  report.exponents = network.exponents;
  for (const Graph& part : parts.parts)
    report.costs.push_back(explore::cost_of_part(part, network.options));
  if (!flags.output.empty())
    write_parts(flags.output, report);
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
      app.add_subcommand("split", "cut a network into parts for several devices: programs");
  command->add_option("model", flags->model, "network (.onnx) or listing (.ir)")->required();
  command
      ->add_option("--at", flags->at,
                   "cut behind these values: names as vta graph, vta profile and --dump-ir have "
                   "them, OP:N, kernels; a+b: together one cut")
      ->delimiter(',');
  command->add_option("--parts", flags->parts, "so many parts that are as alike as can be")
      ->check(range(1, kMostSplitParts));
  command
      ->add_option("--balance", flags->balance,
                   "of --parts: cycles of the accelerator, or bytes of memory that a device needs")
      ->check(one_of({"cycles", "bytes"}))
      ->capture_default_str();
  command->add_flag("--list", flags->list, "print where the network can be cut, and what crosses");
  command->add_option("-o,--output", flags->output,
                      "folder for the programs, split.json and split.svg");
  flags->compile.add_to(*command);
  add_memory(*command, flags->memory);
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->footer(kSplitExamples);
  command->callback(limited(*command, [flags] { split(*flags); }));
}

}  // namespace vta::cli
