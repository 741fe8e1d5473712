#include "workbench/network_parts.h"

#include <algorithm>
#include <cmath>

#include "base/cores.h"
#include "base/error.h"
#include "base/file_kind.h"
#include "compiler/onnx/file_operators.h"
#include "compiler/passes/quant_plan.h"
#include "compiler/tflite/import.h"
#include "explore/split/segment_cost.h"

namespace vta::workbench {
namespace {

std::vector<piped::Port> ports_of(const std::vector<PartPort>& ports) {
  std::vector<piped::Port> out;
  for (const PartPort& port : ports)
    out.push_back({port.part, port.port});
  return out;
}

// Inputs are called as in the graph, also where a value was packed on its way.
void name_inputs(const Graph& part, Program& program) {
  for (size_t i = 0; i < program.inputs.size(); ++i)
    program.values[static_cast<size_t>(program.inputs[i])].name = part.node(part.inputs()[i]).name;
}

}  // namespace

QuantizedNetwork quantized_network(const std::string& model, CompileOptions options) {
  if (options.recipe.has("region"))
    throw UsageError(
        "--region counts operators of a whole network, and parts have others: leave it out "
        "(--host-only has the same meaning for parts)");
  if (options.recipe.text("decode", "context") == "steps")
    throw UsageError(
        "--decode steps: keys and values of the positions before belong to one program, and parts "
        "are several; legal is context");
  QuantizedNetwork out;
  out.model = model;
  options.stop_after = "quantize";
  QuantTrace trace;
  options.quant_trace = &trace;
  CompileResult whole = compile_model(model, options);
  out.graph = step_graph(whole.quantized);
  if (out.graph.steps.empty())
    throw UsageError(
        fmt::format("'{}' has nothing to cut: no operator depends on an input", model));
  for (const auto& [id, value] : trace.values)
    if (value.i8 >= 0 && value.i8 < out.graph.graph.size() && value.factors.empty() &&
        value.offset.empty())
      out.exponents[out.graph.graph.node(value.i8).name] = value.exponent;
  out.notes = std::move(whole.notes);
  out.preprocessing = std::move(whole.program.preprocessing);
  out.quantization = whole.quantization;
  options.stop_after.clear();
  options.dump_dir.clear();
  options.quant_trace = nullptr;
  options.quantized = true;
  options.recipe = with_forms(options.recipe, whole.schedule.facts);
  out.options = std::move(options);
  return out;
}

FileOperators file_operators(const std::string& model, const ModelSettings& settings) {
  Graph graph = read_model(model, settings);
  name_values(graph);
  std::vector<FileOperator> made = operators_of(graph);
  if (model.ends_with(".ir"))
    return {std::move(made), {}};
  if (is_tflite(model))
    return {tflite_operators(model), std::move(made)};
  return {onnx_operators(model), std::move(made)};
}

int64_t bytes_of(const Graph& graph, const std::vector<NodeId>& values) {
  int64_t bytes = 0;
  for (const NodeId id : values)
    bytes += num_elements(graph.type(id).shape) * dtype_bytes(graph.type(id).dtype);
  return bytes;
}

std::vector<int64_t> balanced_parts(const QuantizedNetwork& network, int64_t parts, bool bytes) {
  const std::vector<VtaConfig> configs(static_cast<size_t>(parts), network.options.config);
  return PartBalance(network, configs, bytes).parts();
}

std::vector<int64_t> balanced_parts(const QuantizedNetwork& network,
                                    const std::vector<VtaConfig>& configs, bool bytes) {
  return PartBalance(network, configs, bytes).parts();
}

PartBalance::PartBalance(const QuantizedNetwork& network, const std::vector<VtaConfig>& configs,
                         bool bytes)
    : network_(network), cuts_(linear_cuts(network.graph)) {
  const auto parts = std::ssize(configs);
  for (const LinearCut& cut : cuts_)
    crossing_.push_back(bytes_of(network.graph.graph, cut.values));
  if (parts > std::ssize(cuts_) + 1)  // said before anything is measured
    explore::best_cuts(explore::SegmentCosts(cuts_.size() + 2), crossing_, parts);
  for (const VtaConfig& config : configs) {
    const auto [at, is_new] = by_config_.try_emplace(config.hash());
    if (is_new) {
      CompileOptions options = network.options;
      options.config = config;
      at->second =
          explore::segment_costs(network.graph, cuts_, options, parts, bytes, usable_cores());
    }
    costs_.push_back(&at->second);
  }
}

std::vector<int64_t> PartBalance::parts(std::span<const double> factors) const {
  std::vector<explore::SegmentCosts> scaled;
  std::vector<const explore::SegmentCosts*> costs = costs_;
  scaled.reserve(factors.size());
  for (size_t part = 0; part < factors.size(); ++part) {
    explore::SegmentCosts& table = scaled.emplace_back(*costs_[part]);
    for (std::vector<int64_t>& row : table)
      for (int64_t& cost : row)
        if (cost > 0)
          cost = std::max<int64_t>(1, std::llround(static_cast<double>(cost) * factors[part]));
    costs[part] = &table;
  }
  const explore::BalancedCuts best = explore::best_cuts(costs, crossing_);
  if (best.greatest == 0)
    throw UsageError(
        fmt::format("--parts {} shares out what the accelerator does, and nothing of "
                    "'{}' runs there: cut it with vta split --at NAME",
                    costs.size(), network_.model));
  std::vector<int64_t> chosen;
  for (const size_t cut : best.cuts)
    chosen.push_back(cuts_[cut - 1].steps);
  return parts_behind(network_.graph, chosen);
}

Program compile_part(const QuantizedNetwork& network, const SplitNetwork& split, size_t part,
                     const CompileOptions& options) {
  Program program = compile_graph(split.parts[part], options).program;
  name_inputs(split.parts[part], program);
  program.provenance.model =
      fmt::format("{}, part {} of {}", network.model, part, split.parts.size());
  program.provenance.quantization = network.quantization;
  const bool has_input = std::ranges::any_of(split.inputs, [&](const SplitNetwork::Input& input) {
    return std::ranges::any_of(
        input.to, [&](const PartPort& to) { return to.part == static_cast<int64_t>(part); });
  });
  if (has_input)
    program.preprocessing = network.preprocessing;
  return program;
}

piped::Plan plan_of(const QuantizedNetwork& network, const SplitNetwork& split,
                    const std::vector<VtaConfig>& configs) {
  piped::Plan plan;
  plan.model = network.model;
  for (size_t part = 0; part < split.parts.size(); ++part) {
    CompileOptions options = network.options;
    options.config = configs[part];
    plan.parts.push_back(
        std::make_shared<const Program>(compile_part(network, split, part, options)));
  }
  for (const SplitNetwork::Link& link : split.links)
    plan.links.push_back({{link.from.part, link.from.port}, {link.to.part, link.to.port}});
  for (const SplitNetwork::Input& input : split.inputs)
    plan.inputs.push_back({input.name, input.type, ports_of(input.to)});
  for (const SplitNetwork::Output& output : split.outputs)
    plan.outputs.push_back({output.name, output.type, {output.from.part, output.from.port}});
  piped::check_plan(plan, network.model);
  return plan;
}

}  // namespace vta::workbench
