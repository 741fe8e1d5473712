#include "compiler/plan_quantisation.h"

#include <algorithm>

#include "compiler/passes/quantize.h"
#include "compiler/quant/auto_quant.h"
#include "compiler/quant/search_progress.h"

namespace vta {
namespace {

bool quantises(const PipelineOptions& options, int64_t opt_level) {
  return options.runs(quantize, opt_level) &&
         (options.stop_after.empty() || find_pass(options.stop_after).stage >= Stage::Quantise);
}

struct Attempt {
  AutoQuant found;
  BatchNorms batch_norms = BatchNorms::Accelerator;
};

class Planner {
 public:
  Planner(const Graph& graph, const PassContext& context, const PipelineOptions& pipeline)
      : graph_(graph), context_(context) {
    pipeline_.skip = pipeline.skip;
    for (const std::string& name : pipeline.also)
      if (find_pass(name).stage == Stage::Float)
        pipeline_.also.insert(name);
  }

  Graph in_float(BatchNorms where) const {
    PassContext own = context_;
    own.quant.batch_norms = where;
    own.notes.clear();
    return run_passes(graph_, passes_of(Stage::Float, Stage::Float), own, pipeline_);
  }

  Attempt attempt(const Graph& real, BatchNorms where, std::function<void(double)> progress) const {
    QuantOptions options = context_.quant;
    options.batch_norms = where;
    return {find_quantisation(real, options,
                              {.threads = options.search_threads, .progress = std::move(progress)}),
            where};
  }

 private:
  const Graph& graph_;
  const PassContext& context_;
  PipelineOptions pipeline_;
};

}  // namespace

void plan_quantisation(const Graph& graph, PassContext& context, const PipelineOptions& pipeline,
                       bool batch_norms_free) {
  if (context.quant.mode != QuantMode::Auto || context.quant.plan != nullptr ||
      !quantises(pipeline, context.opt_level))
    return;
  const Planner planner(graph, context, pipeline);
  const BatchNorms given = context.quant.batch_norms.value_or(BatchNorms::Accelerator);
  const Graph real = planner.in_float(given);
  std::optional<Graph> other;
  if (batch_norms_free && given == BatchNorms::Accelerator)
    other = planner.in_float(BatchNorms::Host);
  const bool both = other && other->size() != real.size();
  const auto& progress = context.quant.search_progress;
  Attempt best = planner.attempt(real, given, part_of(progress, 0, both ? 2 : 1));
  if (both) {
    Attempt host = planner.attempt(*other, BatchNorms::Host, part_of(progress, 1, 2));
    const double gain = host.found.score.sqnr_db - best.found.score.sqnr_db;
    best.found.steps.push_back(fmt::format(
        "batch norms of sums: {:+.1f} dB were they on the host, {}", gain,
        gain >= kHostGainDb ? "where they are (--batch-norm)"
                            : fmt::format("less than {} dB: on the accelerator", kHostGainDb)));
    if (gain >= kHostGainDb) {
      host.found.steps.push_back(best.found.steps.back());
      best = std::move(host);
    }
  }
  for (const std::string& step : best.found.steps)
    context.notes.push_back({.fact = "quantisation auto: " + step});
  for (const std::string& warning : best.found.warnings)
    context.notes.push_back({.fact = warning});
  context.quant.plan = best.found.plan;
  context.quant.batch_norms = best.batch_norms;
}

}  // namespace vta
