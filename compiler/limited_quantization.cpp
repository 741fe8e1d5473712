#include "compiler/limited_quantization.h"

#include <algorithm>

#include "base/plural.h"
#include "compiler/quant/auto_quant.h"

namespace vta {
namespace {

// What the pass `quantize` is given when this model is compiled with these options.
Graph graph_to_quantize(const std::string& model, CompileOptions options) {
  options.recipe.set("quant", "global").unset("percentile");
  options.calibration.clear();
  options.dump_dir.clear();
  options.stop_after = passes_of(Stage::Float, Stage::Float).back()->name;
  return compile_model(model, options).quantized;
}

std::vector<Tensor> flat(std::span<const std::vector<Tensor>> batches) {
  std::vector<Tensor> samples;
  for (const std::vector<Tensor>& batch : batches)
    samples.insert(samples.end(), batch.begin(), batch.end());
  return samples;
}

// Whose main ONNX node is the layer's, or which computes the value that stores its result.
const ProgramKernel* kernel_of(const Program& program, const std::vector<std::string>& onnx_nodes,
                               const std::string& stored) {
  for (const ProgramKernel& kernel : program.kernels) {
    const bool does_it =
        !onnx_nodes.empty() &&
        std::ranges::find(kernel.onnx_nodes, onnx_nodes.front()) != kernel.onnx_nodes.end();
    if (does_it || (!stored.empty() && kernel.oracle == stored))
      return &kernel;
  }
  return nullptr;
}

std::string step_text(const DropResult& r, double most, bool labelled) {
  std::vector<std::string> names;
  for (const LayerSensitivity& layer : r.layers)
    if (layer.in_float)
      names.push_back("'" + layer.name + "'");
  return fmt::format("drop of {} {:.2f} points, at most {}: {} of {} in float{}{}; drop {:.2f}",
                     labelled ? "top-1" : "agreement", r.drop_before, most, names.size(),
                     counted(std::ssize(r.layers), "layer"), names.empty() ? "" : ": ",
                     fmt::join(names, ", "), r.drop);
}

}  // namespace

LimitedQuantization quantize_within(const std::string& model, const CompileOptions& options,
                                    double most_drop,
                                    const std::optional<std::vector<int64_t>>& labels,
                                    const LimitedReport& report) {
  const Graph graph = graph_to_quantize(model, options);
  const Settled settled = settled_options(options);
  const FreeForms free = settled.free.of_model(graph.model_scales().present);
  const bool all_int8 = free.may_be_all_int8();
  QuantOptions searched = settled.quant;
  if (all_int8)
    searched.all_int8();
  QuantOptions held = searched;
  const auto batches = calibration_batches(graph, options.calibration);
  if (batches.size() < 2)
    throw InputError(
        fmt::format("{} for calibration: half of them are held out, so at least two are needed",
                    counted(std::ssize(batches), "batch")));
  const size_t half = batches.size() / 2;
  searched.calibration = flat(std::span(batches).first(half));
  held.calibration = flat(std::span(batches).subspan(half));
  const int64_t threads = thread_count(options.search_threads);
  QuantHarness harness(graph, searched, threads), held_out(graph, held, threads);
  std::optional<std::vector<int64_t>> own_labels;
  if (labels) {
    const auto rows = std::ssize(harness.real_answers()),
               all = rows + std::ssize(held_out.real_answers());
    if (std::ssize(*labels) != all)
      throw UsageError(fmt::format("{} for {}: each sample needs one",
                                   counted(std::ssize(*labels), "label"),
                                   counted(all, "calibration sample")));
    own_labels.emplace(labels->begin() + rows, labels->begin() + all);
  }
  SearchProgress progress(options.search_progress);
  AutoQuant found = find_quantization(graph, searched, {.threads = threads, .progress = &progress});
  progress.finish();
  LimitedQuantization result;
  result.all_int8 = all_int8;
  result.drop = limit_drop(harness, held_out, *found.plan, most_drop, own_labels);
  result.plan = std::make_shared<QuantPlan>(result.drop.plan);
  result.score = held_out.measure(*result.plan);
  result.searched = std::ssize(harness.real_answers());
  result.held_out = std::ssize(held_out.real_answers());
  result.steps = std::move(found.steps);
  result.steps.push_back(step_text(result.drop, most_drop, labels.has_value()));
  result.warnings = std::move(found.warnings);
  if (report.wanted)
    result.report = quant_report({.graph = graph,
                                  .searched = searched,
                                  .measured = held,
                                  .found = *found.plan,
                                  .kept = result.drop,
                                  .threads = threads,
                                  .progress = report.progress});
  return result;
}

void place_layers(QuantReport& report, const Program& program,
                  const std::vector<std::string>& notes) {
  for (LayerReport& layer : report.layers) {
    if (layer.place == LayerPlace::HostFloat)
      continue;
    const std::string stored = layer.value ? report.values[*layer.value].int8_name : "";
    const ProgramKernel* kernel = kernel_of(program, layer.onnx_nodes, stored);
    layer.place = kernel != nullptr ? LayerPlace::Accelerator : LayerPlace::HostInt8;
    if (kernel != nullptr) {
      layer.kernel = kernel->name;
      continue;
    }
    layer.why = "no kernel computes it: see the notes of the compilation";
    const std::string quoted = "'" + layer.name + "'";
    for (const std::string& note : notes)
      if (note.find(quoted) != std::string::npos)
        layer.why = note;
  }
}

}  // namespace vta
