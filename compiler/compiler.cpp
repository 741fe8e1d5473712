// The whole compiler on one page: import, passes, fuse, schedule, emit.
#include "compiler/compiler.h"

#include "base/elapsed.h"
#include "base/file.h"
#include "base/plural.h"
#include "base/version.h"
#include "compiler/codegen/codegen.h"
#include "compiler/graph/unique_names.h"
#include "compiler/graph/value_names.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/metadata.h"
#include "compiler/passes/fuse_operators.h"
#include "compiler/passes/im2col.h"
#include "compiler/passes/quantised_values.h"
#include "compiler/plan_quantisation.h"
#include "compiler/quant/model_loss.h"
#include "compiler/quant/quant_warnings.h"
#include "compiler/text/text.h"

namespace vta {
namespace {

bool is_listing(const std::string& path) {
  return path.ends_with(".ir");
}

bool is_quantised(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.op == "nn.conv2d" && node.type().dtype == DType::I32)
      return true;
  }
  return false;
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

void check_packed(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& n = graph.node(id);
        n.target == Target::Accelerator && n.op == "cast" && n.type().shape.size() != 6)
      throw UsageError(
          "--skip pack_layout leaves the accelerator's calls without packed layouts, and no "
          "program can be made: skip partition as well (everything runs on the host), or stop "
          "after a pass to see its graph");
}

// What is asked for where the schedule can have it, else what it has.
void settle(bool& fact, std::optional<bool> wanted, const SchedulePolicy& policy,
            std::string_view leaves) {
  if (wanted == true && !fact)
    throw UsageError(fmt::format("schedule '{}' {} of 'fast'", policy.name(), leaves));
  fact = wanted.value_or(fact);
}

// Whether the first convolution and the classifier may be either; files say which, and published
// schedules have them in float.
bool all_int8_is_free(const CompileOptions& options, const SchedulePolicy& policy) {
  return options.quant.all_int8_where_good && options.quant.mode == QuantMode::Auto &&
         !policy.of_file() && policy.facts().epilogue == EpilogueStyle::Short;
}

// What a file says counts where no flag does.
bool all_int8_is_saved(const CompileOptions& options, const ScheduleFacts& facts) {
  return options.quant.all_int8_where_good && options.quant.mode == QuantMode::Auto &&
         facts.all_int8;
}

PassContext context_for(const VtaConfig& config, const QuantOptions& quant,
                        const ScheduleFacts& facts) {
  PassContext context;
  context.config = config;
  context.quant = quant;
  set_forms(context.quant, facts);
  context.gather_windows = facts.gather_windows;
  return context;
}

Provenance provenance_of(const CompileOptions& options, const QuantOptions& quant,
                         bool quantised_already) {
  Provenance p;
  p.tool_version = std::string(version());
  p.config_hash = options.config.hash();
  p.schedule = options.schedule;
  p.quantization = quantised_already ? "as in the listing" : quantization_text(quant);
  p.seed = static_cast<int64_t>(options.seed);
  return p;
}

// Auto has measured already.
void warn_of_losses(PassContext& context, const Graph& real, const Graph& quantised) {
  const QuantOptions& q = context.quant;
  if (q.calibration.empty() || q.mode == QuantMode::Auto || real.inputs().empty() ||
      !is_quantised(quantised))
    return;
  const bool scales_are_of_samples = q.mode != QuantMode::Global;
  for (std::string& warning :
       quantisation_warnings(real, quantised, q.calibration, scales_are_of_samples))
    context.notes.push_back({.fact = std::move(warning)});
}

// Of a model that came quantised.
void note_model_loss(PassContext& context, const Graph& model, const Graph& quantised) {
  if (context.quant.mode == QuantMode::Keep) {
    context.notes.push_back({.fact = "quantised model: in its own integers, on the host"});
    return;
  }
  const ModelLoss loss =
      model_loss(model, quantised.model_scales(), quantised, context.quant.calibration);
  for (std::string& text : model_loss_texts(loss))
    context.notes.push_back({.fact = std::move(text)});
}

}  // namespace

std::string quantization_text(const QuantOptions& q) {
  const std::string forms =
      fmt::format("{}{}", q.residual == ResidualSum::Int8 ? ", int8 residual sums" : "",
                  q.batch_norms == BatchNorms::Host ? ", batch norms on the host" : "") +
      fmt::format("{}{}", q.grouped_on_device == false ? ", grouped convolutions on the host" : "",
                  q.dilated_on_device == false ? ", dilated convolutions on the host" : "") +
      (q.concats_on_device == false ? ", concatenations on the host" : "");
  switch (q.mode) {
    case QuantMode::Global:
      return fmt::format("global, scale {}{}", q.global_scale, forms);
    case QuantMode::Max:
      return fmt::format("max of {}{}", counted(std::ssize(q.calibration), "sample"), forms);
    case QuantMode::Percentile:
      return fmt::format("percentile {} of {}{}", q.percentile,
                         counted(std::ssize(q.calibration), "sample"), forms);
    case QuantMode::Auto:
      return fmt::format("auto of {}{}", counted(std::ssize(q.calibration), "sample"), forms);
    case QuantMode::Keep:
      return "the model's own integers, on the host";
  }
  return {};
}

CompileResult compile_graph(Graph graph, const CompileOptions& options) {
  CompileResult result;
  SchedulePolicy policy = options.named_schedule(options.schedule);
  ScheduleFacts facts = settled_facts(options, policy);
  PassContext context = context_for(options.config, options.quant, facts);
  context.opt_level = options.opt_level;
  context.placement = options.placement;
  context.quant_trace = options.quant_trace;
  context.capacity_problem = [&](const Kernel& kernel) {
    return policy.least_tiles_problem(kernel, options.config);
  };
  name_values(graph);
  name_outputs(graph);
  const bool quantised_already = options.quantised || is_quantised(graph);

  const bool model_quantised = !options.quantised && has_quantised_values(graph);
  const Graph model = model_quantised ? graph : Graph();

  Stopwatch watch;
  if (!quantised_already) {
    const FreeForms free = {
        .batch_norms = !options.quant.batch_norms && policy.for_any_form(),
        .all_int8 = !model_quantised && all_int8_is_free(options, policy),
        .all_int8_taken = !model_quantised && all_int8_is_saved(options, facts)};
    plan_quantisation(graph, context, options.pipeline, free);
    facts.batch_norms = context.quant.batch_norms == BatchNorms::Accelerator;
    facts.all_int8 = (free.all_int8 || free.all_int8_taken) && context.quant.dense_on_device;
  }
  PassRun passes(std::move(graph), pipeline(), context, options.pipeline,
                 quantised_already ? Stage::Gather : Stage::Float);
  passes.run(Stage::Float);
  const Graph real = passes.graph();
  passes.run(Stage::Quantise);
  if (model_quantised && !passes.stopped())
    note_model_loss(context, model, passes.graph());
  else if (!quantised_already)
    warn_of_losses(context, real, passes.graph());
  passes.run(Stage::Gather);
  result.quantized = passes.graph();
  passes.run(Stage::Lower);
  result.notes = texts_of(context.notes);
  result.schedule.facts = facts;
  if (!options.pipeline.stop_after.empty()) {
    result.times.passes_seconds = watch.lap();
    result.stopped = true;
    return result;
  }
  check_packed(passes.graph());
  const LoweredGraph lowered = fuse(passes.graph(), options.config);
  result.times.passes_seconds = watch.lap();

  result.schedule = schedule_network(lowered, policy, options.config);
  result.schedule.facts = facts;
  result.notes.insert(result.notes.end(), result.schedule.notes.begin(),
                      result.schedule.notes.end());
  result.times.schedule_seconds = watch.lap();

  CodegenTimes times;
  result.program = generate_program(lowered, result.schedule, options.config,
                                    {.plan = options.plan ? &result.plan : nullptr}, &times);
  result.times.codegen_seconds = times.codegen_seconds;
  result.times.pack_seconds = times.pack_seconds;
  QuantOptions described = options.quant;
  if (described.mode == QuantMode::Auto)
    described.batch_norms = context.quant.batch_norms;
  result.program.provenance = provenance_of(options, described, quantised_already);
  return result;
}

ScheduleFacts settled_facts(const CompileOptions& options, SchedulePolicy& policy) {
  if (!options.pipeline.runs(fuse_operators, options.opt_level))
    policy.leave_unfused();
  ScheduleFacts facts = policy.facts();
  const QuantOptions& q = options.quant;
  const auto is = [](const auto& wanted, auto value) {
    return wanted ? std::optional(*wanted == value) : std::nullopt;
  };
  settle(facts.fuse_residuals, is(q.residual, ResidualSum::Int32), policy,
         options.pipeline.runs(fuse_operators, options.opt_level)
             ? "adds clipped int8 operands: int32 residual sums are those"
             : "without the pass fuse_operators adds clipped int8 operands: int32 residual sums "
               "are those of --pass fuse_operators, or of --opt-level 1 and more,");
  settle(facts.batch_norms, is(q.batch_norms, BatchNorms::Accelerator), policy,
         "leaves batch norms of sums on the host: the accelerator's are those");
  settle(facts.grouped_convolutions, q.grouped_on_device, policy,
         "leaves convolutions with groups on the host: the accelerator's are those");
  settle(facts.dilated_convolutions, q.dilated_on_device, policy,
         "leaves dilated convolutions on the host: the accelerator's are those");
  settle(facts.concatenations, q.concats_on_device, policy,
         "leaves concatenations on the host: the accelerator's are those");
  if (!options.pipeline.runs(im2col, options.opt_level) || options.placement.host_only)
    facts.gather_windows = false;
  return facts;
}

void set_forms(QuantOptions& quant, const ScheduleFacts& facts) {
  quant.residual = facts.fuse_residuals ? ResidualSum::Int32 : ResidualSum::Int8;
  quant.batch_norms = facts.batch_norms ? BatchNorms::Accelerator : BatchNorms::Host;
  quant.grouped_on_device = facts.grouped_convolutions;
  quant.dilated_on_device = facts.dilated_convolutions;
  quant.concats_on_device = facts.concatenations;
}

QuantOptions settled_quantisation(const CompileOptions& options) {
  QuantOptions quant = options.quant;
  SchedulePolicy policy = options.named_schedule(options.schedule);
  const ScheduleFacts facts = settled_facts(options, policy);
  set_forms(quant, facts);
  if (all_int8_is_saved(options, facts))
    quant.all_int8();
  quant.all_int8_where_good = all_int8_is_free(options, policy);
  return quant;
}

LoweredGraph lower_quantized(Graph quantized, const VtaConfig& config, const ScheduleFacts& facts) {
  PassContext context = context_for(config, {}, facts);
  return fuse(run_passes(std::move(quantized), passes_of(Stage::Gather, Stage::Lower), context),
              config);
}

CompileResult compile_model(const std::string& path, const CompileOptions& options) {
  Stopwatch watch;
  Graph graph;
  std::vector<std::string> notes;
  std::optional<Preprocessing> preprocessing;
  if (is_listing(path)) {
    if (!options.shapes.empty())
      throw UsageError(
          fmt::format("--shape has no effect on '{}': a listing has its shapes", path));
    graph = parse_graph(read_text_file(path, kMostListingBytes), path);
    fill_constants(graph, options.seed);
  } else {
    graph = import_onnx(path, {.batch = options.batch, .shapes = options.shapes, .notes = &notes});
    preprocessing = onnx_preprocessing(path);
  }
  const double import_seconds = watch.lap();
  CompileResult result = compile_graph(std::move(graph), options);
  result.times.import_seconds = import_seconds;
  result.notes.insert(result.notes.begin(), notes.begin(), notes.end());
  result.program.provenance.model = path;
  result.program.preprocessing = std::move(preprocessing);
  return result;
}

}  // namespace vta
