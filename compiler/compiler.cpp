// The whole compiler on one page: import, passes, fuse, schedule, emit.
#include "compiler/compiler.h"

#include <algorithm>
#include <array>

#include "base/elapsed.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/version.h"
#include "compiler/codegen/codegen.h"
#include "compiler/graph/graph_util.h"
#include "compiler/graph/unique_names.h"
#include "compiler/graph/value_names.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/metadata.h"
#include "compiler/passes/decode_steps.h"
#include "compiler/passes/quantized_values.h"
#include "compiler/plan_quantization.h"
#include "compiler/quant/model_loss.h"
#include "compiler/quant/quant_warnings.h"
#include "compiler/text/text.h"
#include "compiler/tflite/import.h"

namespace vta {

using tflite_import::Requant;

namespace {

bool is_listing(const std::string& path) {
  return path.ends_with(".ir");
}

bool is_quantized(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.op == "nn.conv2d" && node.type().dtype == DType::I32)
      return true;
  }
  return false;
}

Requant requant_called(const std::string& name) {
  return name == "single" ? Requant::Single : name == "float" ? Requant::Float : Requant::Double;
}

// Of a listing, which names values alone: each output is called as its value is now, whatever the
// passes do to that.
void name_outputs(Graph& graph) {
  if (!graph.output_names().empty())
    return;
  std::vector<std::string> names;
  UniqueNames different;
  for (const NodeId id : graph.outputs()) {
    const Node& node = graph.node(id);
    const bool field = node.name.empty() && node.kind == NodeKind::TupleGet;
    const std::string& name = field ? graph.node(node.inputs.front()).name : node.name;
    names.push_back(different.make(name.empty() ? "output" : name));
  }
  graph.set_outputs(graph.outputs(), std::move(names));
}

void check_packed(const Graph& graph, Face face) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& n = graph.node(id);
        n.target == Target::Accelerator && n.op == "cast" && n.type().shape.size() != 6)
      throw UsageError(
          fmt::format("{} pack_layout leaves the accelerator's calls without packed layouts, so no "
                      "program can be made: skip partition as well (everything runs on the host), "
                      "or stop after a pass to see its graph",
                      name_of(setting_called("skip"), face)));
}

// Only the accelerator has the keys and values of the positions before.
void require_steps_on_device(const Graph& graph, const std::vector<Note>& notes) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.op != "qnn.attention_step" || n.target != Target::Host)
      continue;
    const auto why = std::ranges::find(notes, n.name, &Note::node);
    throw CompileError(fmt::format("not all of its attention runs on the accelerator: {}",
                                   why != notes.end() ? why->text() : call_text(graph, id)));
  }
}

void lower_steps(PassRun& passes, PassContext& context) {
  passes.replace(decode_steps(passes.graph()));
  passes.run(Stage::Lower);
  if (!passes.stopped())
    require_steps_on_device(passes.graph(), context.notes);
}

// `required`, else `wanted`: position by position.
void lower(PassRun& passes, PassContext& context, bool required, bool wanted) {
  if (passes.stopped() || (!required && !wanted))
    return passes.run(Stage::Lower);
  const Graph whole = passes.graph();
  const size_t notes = context.notes.size();
  try {
    return lower_steps(passes, context);
  } catch (const CompileError& error) {
    const std::string why = fmt::format("no steps of a decoder: {}", error.what());
    if (required)
      throw CompileError(why);
    context.notes.resize(notes);
    context.notes.push_back({.fact = why});
  }
  passes.replace(whole);
  passes.run(Stage::Lower);
}

// What a search has found stands in the text as if it had been asked for.
std::string quantization_of(const CompileOptions& options, const QuantOptions& quant) {
  Recipe recipe = options.recipe;
  if (quant.mode == QuantMode::Auto)
    recipe.set("batch_norm", quant.batch_norms == BatchNorms::Host ? "host" : "accelerator");
  return quantization_text(recipe, quant.mode, std::ssize(options.calibration));
}

// Of an integer network.
void refuse_other_quant(const Recipe& recipe) {
  const std::string quant = recipe.text("quant", "model");
  if (quant != "model" && quant != "keep")
    throw UsageError(
        fmt::format("{} {} has no effect on a network of its own integers: legal are model, keep",
                    name_of(setting_called("quant"), recipe.face), quant));
}

Provenance provenance_of(const CompileOptions& options, const Settled& settled,
                         const std::string& quantization) {
  Provenance p;
  p.tool_version = std::string(version());
  p.config_hash = options.config.hash();
  p.schedule = settled.schedule;
  p.quantization = quantization;
  p.seed = static_cast<int64_t>(settled.model.seed);
  return p;
}

// Auto has measured already.
void warn_of_losses(PassContext& context, const Graph& real, const Graph& quantized) {
  const QuantOptions& q = context.quant;
  if (q.calibration.empty() || q.mode == QuantMode::Auto || real.inputs().empty() ||
      !is_quantized(quantized))
    return;
  const bool scales_are_of_samples = q.mode != QuantMode::Global;
  for (std::string& warning :
       quantization_warnings(real, quantized, q.calibration, scales_are_of_samples))
    context.notes.push_back({.fact = std::move(warning)});
}

// Of a model that came quantized.
void note_model_loss(PassContext& context, const Graph& model, const Graph& quantized) {
  if (keeps_integers(context.quant.mode)) {
    const bool host = context.quant.mode == QuantMode::Keep;
    context.notes.push_back({.fact = fmt::format("quantized model: in its own integers{}",
                                                 host ? ", on the host" : "")});
    return;
  }
  const ModelLoss loss =
      model_loss(model, quantized.model_scales(), quantized, context.quant.calibration);
  for (std::string& text : model_loss_texts(loss))
    context.notes.push_back({.fact = std::move(text)});
}

PassContext context_for(const CompileOptions& options, const Settled& settled,
                        const SchedulePolicy& policy) {
  PassContext context = context_of(options.config, settled);
  context.quant.plan = options.quant_plan;
  context.quant.calibration = options.calibration;
  context.quant.search_threads = options.search_threads;
  context.quant.search_progress = options.search_progress;
  context.quant_trace = options.quant_trace;
  context.capacity_problem = [&](const Kernel& kernel) {
    return policy.least_tiles_problem(kernel, options.config);
  };
  return context;
}

PipelineOptions pipeline_for(const CompileOptions& options, const Settled& settled) {
  PipelineOptions passes = settled.passes;
  passes.dump_dir = options.dump_dir;
  passes.stop_after = options.stop_after;
  passes.observe = options.observe;
  return passes;
}

}  // namespace

bool has_own_integers(const Graph& graph) {
  constexpr std::array<std::string_view, 4> kOps = {"qnn.rescale", "qnn.average", "qnn.softmax",
                                                    "qnn.sigmoid"};
  for (NodeId id = 0; id < graph.size(); ++id)
    if (std::ranges::find(kOps, graph.node(id).op) != kOps.end())
      return true;
  return false;
}

CompileResult compile_graph(Graph graph, const CompileOptions& options) {
  CompileResult result;
  SchedulePolicy policy = options.named_schedule(schedule_of(options.recipe));
  const Settled settled = settle(options.recipe, policy, !options.calibration.empty());
  ScheduleFacts facts = settled.facts;
  PassContext context = context_for(options, settled, policy);
  const PipelineOptions pipeline_options = pipeline_for(options, settled);
  name_values(graph);
  name_outputs(graph);
  const bool own_integers = has_own_integers(graph);
  if (own_integers)
    refuse_other_quant(options.recipe);
  const bool quantized_already = options.quantized || own_integers || is_quantized(graph);

  const bool model_quantized = !options.quantized && !own_integers && has_quantized_values(graph);
  const Graph model = model_quantized ? graph : Graph();

  Stopwatch watch;
  if (!quantized_already) {
    const FreeForms free = settled.free.of_model(model_quantized);
    plan_quantization(graph, context, pipeline_options, free);
    // What was found on the samples: the schedule says the forms of the graph that it is for.
    facts.batch_norms = context.quant.batch_norms == BatchNorms::Accelerator;
    facts.all_int8 = free.may_be_all_int8() && context.quant.dense_on_device;
  }
  PassRun passes(std::move(graph), pipeline(), context, pipeline_options,
                 quantized_already ? Stage::Gather : Stage::Float);
  passes.run(Stage::Float);
  const Graph real = passes.graph();
  passes.run(Stage::Quantize);
  if (model_quantized && !passes.stopped())
    note_model_loss(context, model, passes.graph());
  else if (!quantized_already)
    warn_of_losses(context, real, passes.graph());
  passes.run(Stage::Gather);
  result.quantized = passes.graph();
  result.quantization = own_integers        ? "the model's own integers"
                        : quantized_already ? "as in the listing"
                                            : quantization_of(options, context.quant);
  lower(passes, context, settled.decode_steps,
        options.prefer_steps && !options.recipe.has("decode"));
  result.notes = texts_of(context.notes);
  result.schedule.facts = facts;
  if (!options.stop_after.empty()) {
    result.times.passes_seconds = watch.lap();
    result.stopped = true;
    return result;
  }
  check_packed(passes.graph(), options.recipe.face);
  const LoweredGraph lowered = fuse(passes.graph(), options.config);
  result.times.passes_seconds = watch.lap();

  result.schedule = schedule_network(lowered, policy, facts, options.config);
  result.notes.insert(result.notes.end(), result.schedule.notes.begin(),
                      result.schedule.notes.end());
  result.times.schedule_seconds = watch.lap();

  CodegenTimes times;
  result.program = generate_program(lowered, result.schedule, options.config,
                                    {.plan = options.plan ? &result.plan : nullptr}, &times);
  result.times.codegen_seconds = times.codegen_seconds;
  result.times.pack_seconds = times.pack_seconds;
  result.program.provenance = provenance_of(options, settled, result.quantization);
  if (!options.slices.cores.empty())
    result.slices = slice_network(lowered, result.schedule, policy, options.slices);
  for (Program& slice : result.slices)
    slice.provenance = result.program.provenance;
  return result;
}

Settled settled_options(const CompileOptions& options) {
  return settle(options.recipe, options.named_schedule(schedule_of(options.recipe)),
                !options.calibration.empty());
}

LoweredGraph lower_quantized(Graph quantized, const VtaConfig& config, const Settled& settled) {
  if (settled.decode_steps)
    throw UsageError(
        "decode 'steps': the cycles of a step depend on its position, and a point has none; legal "
        "is "
        "context (vta generate has the cycles of every position)");
  PassContext context = context_of(config, settled);
  return fuse(run_passes(std::move(quantized), passes_of(Stage::Gather, Stage::Lower), context,
                         settled.passes),
              config);
}

Graph read_model(const std::string& path, const ModelSettings& model, Face face,
                 std::vector<std::string>* notes) {
  const auto name = [&](std::string_view key) { return name_of(setting_called(key), face); };
  if (is_tflite(path))
    return import_tflite(
        path,
        {.batch = model.batch, .shapes = model.shapes, .requant = requant_called(model.requant)});
  if (!model.requant.empty())
    throw UsageError(
        fmt::format("{} has no effect on '{}', which is no .tflite file", name("requant"), path));
  if (!is_listing(path))
    return import_onnx(path, {.batch = model.batch, .shapes = model.shapes, .notes = notes});
  if (!model.shapes.empty())
    throw UsageError(fmt::format("{} has no effect on '{}': listings contain their shapes",
                                 name("shape"), path));
  Graph graph = parse_graph(read_text_file(path, kMostListingBytes), path);
  fill_constants(graph, model.seed);
  return graph;
}

Graph read_model(const std::string& path, const Recipe& recipe, std::vector<std::string>* notes) {
  return read_model(path, model_settings(recipe), recipe.face, notes);
}

CompileResult compile_model(const std::string& path, const CompileOptions& options) {
  Stopwatch watch;
  std::vector<std::string> notes;
  Graph graph = read_model(path, options.recipe, &notes);
  std::optional<Preprocessing> preprocessing;
  std::optional<Alphabet> alphabet;
  if (!is_listing(path) && !is_tflite(path)) {
    preprocessing = onnx_preprocessing(path);
    alphabet = onnx_alphabet(path);
  }
  const double import_seconds = watch.lap();
  CompileResult result = compile_graph(std::move(graph), options);
  result.times.import_seconds = import_seconds;
  result.notes.insert(result.notes.begin(), notes.begin(), notes.end());
  result.program.provenance.model = path;
  result.program.preprocessing = std::move(preprocessing);
  result.program.alphabet = std::move(alphabet);
  return result;
}

}  // namespace vta
