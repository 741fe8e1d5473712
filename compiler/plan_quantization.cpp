#include "compiler/plan_quantization.h"

#include <algorithm>

#include "compiler/passes/quantize.h"
#include "compiler/quant/all_int8.h"
#include "compiler/quant/auto_quant.h"

namespace vta {
namespace {

bool quantizes(const PipelineOptions& options, int64_t opt_level) {
  return options.runs(quantize, opt_level) &&
         (options.stop_after.empty() || find_pass(options.stop_after).stage >= Stage::Quantize);
}

struct Attempt {
  AutoQuant found;
  BatchNorms batch_norms = BatchNorms::Accelerator;
  bool all_int8 = false;
};

// The searches that are to come, in order.
class Searches {
 public:
  Searches(SearchProgress& progress, std::vector<SearchShape> shapes)
      : progress_(progress), shapes_(std::move(shapes)) {}
  AutoQuantOptions next() {
    shapes_.erase(shapes_.begin());
    return options();
  }
  AutoQuantOptions options() const { return {.progress = &progress_, .behind = shapes_}; }

 private:
  SearchProgress& progress_;
  std::vector<SearchShape> shapes_;
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

  // How far this one goes, and from where; `form` says what it is of.
  Attempt attempt(const Graph& real, Attempt form, AutoQuantOptions how) const {
    QuantOptions options = context_.quant;
    options.batch_norms = form.batch_norms;
    if (form.all_int8)
      options.all_int8();
    how.threads = options.search_threads;
    form.found = find_quantization(real, options, how);
    return form;
  }

 private:
  const Graph& graph_;
  const PassContext& context_;
  PipelineOptions pipeline_;
};

// The host's batch norms are searched only where their rules alone are within a decibel of being
// worth it: what a search adds differs less than that.
std::optional<Attempt> on_the_host(const Planner& planner, const Graph& real, Attempt& best,
                                   Searches& searches) {
  constexpr double kSearchDb = 1;
  const Attempt form = {.found = {}, .batch_norms = BatchNorms::Host};
  AutoQuantOptions rules = searches.next();
  rules.searched = false;
  rules.start = best.found.best_start;
  Attempt host = planner.attempt(real, form, rules);
  const auto gain = [&](const LogitScore& score, const LogitScore& than) {
    return score.sqnr_db - than.sqnr_db;
  };
  double gained = gain(host.found.start, best.found.start);
  if (gained >= kHostGainDb - kSearchDb) {
    host = planner.attempt(real, form, searches.options());
    gained = gain(host.found.score, best.found.score);
  }
  const bool taken = gained >= kHostGainDb;
  (taken ? host : best)
      .found.steps.push_back(
          fmt::format("batch norms of sums: {:+.1f} dB were they on the host, {}", gained,
                      taken ? "where they are (--batch-norm)"
                            : fmt::format("less than {} dB: on the accelerator", kHostGainDb)));
  return taken ? std::optional(std::move(host)) : std::nullopt;
}

std::string scores_text(const LogitScore& score) {
  return fmt::format("{:.1f} dB, agreement {:.1f} %", score.sqnr_db, score.agreement);
}

// Whether more is quantized then.
bool differs(const AutoQuant& all_int8, const AutoQuant& partly) {
  return all_int8.layers != partly.layers || all_int8.values != partly.values;
}

void offer_all_int8(const Planner& planner, const Graph& real, bool taken, Attempt& best,
                    Searches& searches) {
  const double share = share_of_layers(real, best.found.layers);
  AutoQuantOptions how = searches.next();
  how.other_form = share < kLeastCompared ? nullptr : &best.found;
  Attempt all =
      planner.attempt(real, {.found = {}, .batch_norms = best.batch_norms, .all_int8 = true}, how);
  if (!differs(all.found, best.found))
    return;
  const bool good = taken || all_int8_is_good(all.found.score, best.found.score, share);
  const std::string beside = share < kLeastCompared
                                 ? fmt::format(
                                       "with float layers only {:.0f} % of the multiplications "
                                       "would be in int8: no comparison",
                                       100 * share)
                                 : fmt::format("in float {}", scores_text(best.found.score));
  const std::string limits =
      share < kLeastCompared
          ? fmt::format("int8 keeps {} dB at least", kInt8LeastDb)
          : fmt::format("int8 may lose {} dB and {} points, and keeps {} dB at least", kInt8LossDb,
                        kInt8AgreementLoss, kInt8LeastDb);
  const std::string step = fmt::format(
      "first convolution, classifier and pools: in int8 {} on the calibration samples, {}: they "
      "are in {} ({}; all_int8 decides otherwise)",
      scores_text(all.found.score), beside, good ? "int8" : "float", limits);
  if (good)
    best = std::move(all);
  best.found.steps.push_back(step);
}

}  // namespace

void plan_quantization(const Graph& graph, PassContext& context, const PipelineOptions& pipeline,
                       const FreeForms& free) {
  if (context.quant.mode != QuantMode::Auto || context.quant.plan != nullptr ||
      !quantizes(pipeline, context.opt_level))
    return;
  const Planner planner(graph, context, pipeline);
  const BatchNorms given = context.quant.batch_norms;
  Graph real = planner.in_float(given);
  std::optional<Graph> other;
  if (free.batch_norms && given == BatchNorms::Accelerator)
    other = planner.in_float(BatchNorms::Host);
  const bool both = other && other->size() != real.size();
  std::vector<SearchShape> shapes = {{.starts = kAllStarts}};
  if (both)
    shapes.push_back({.starts = 1, .searched = false});
  const bool all_int8 = free.may_be_all_int8();
  if (all_int8)
    shapes.push_back({.starts = kStartsOfOtherForm, .from_other = true});
  SearchProgress progress(context.quant.search_progress);
  Searches searches(progress, shapes);
  Attempt best = planner.attempt(real, {.found = {}, .batch_norms = given}, searches.next());
  if (both)
    if (auto host = on_the_host(planner, *other, best, searches)) {
      best = std::move(*host);
      real = std::move(*other);
    }
  if (all_int8)
    offer_all_int8(planner, real, free.all_int8_taken, best, searches);
  progress.finish();
  for (const std::string& step : best.found.steps)
    context.notes.push_back({.fact = "quantization auto: " + step});
  for (const std::string& warning : best.found.warnings)
    context.notes.push_back({.fact = warning});
  context.quant.plan = best.found.plan;
  context.quant.batch_norms = best.batch_norms;
  if (best.all_int8)
    context.quant.all_int8();
}

}  // namespace vta
