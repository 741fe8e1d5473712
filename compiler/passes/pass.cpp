#include "compiler/passes/pass.h"

#include <algorithm>
#include <filesystem>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/resource_policy.h"
#include "base/resource_step.h"
#include "compiler/text/text.h"

namespace vta {

void QuantOptions::all_int8() {
  skip_conv.clear();
  dense_on_device = true;
  pools_on_device = true;
}

std::string QuantOptions::kept_on_host(int64_t groups, std::span<const int64_t> dilation) const {
  if (groups != 1 && !grouped_on_device)
    return fmt::format("groups={}", groups);
  for (const int64_t d : dilation)
    if (d != 1 && !dilated_on_device)
      return fmt::format("dilation {}", d);
  return {};
}

namespace {

void check_options(std::span<const Pass* const> passes, const PipelineOptions& options) {
  for (const std::string& name : options.skip)
    find_pass(name);
  for (const std::string& name : options.also) {
    const Pass* pass = &find_pass(name);
    if (pass->is_among(options.skip))
      throw UsageError(fmt::format("pass '{}' is both requested and skipped", name));
    if (std::find(passes.begin(), passes.end(), pass) == passes.end())
      throw UsageError(fmt::format("pass '{}' does not run here: {}", name,
                                   pass->stage == Stage::ByName
                                       ? "vta opt LISTING.ir --passes runs it by name"
                                       : "it belongs to another part of the pipeline"));
  }
  if (options.stop_after.empty())
    return;
  const Pass* last = &find_pass(options.stop_after);
  if (std::find(passes.begin(), passes.end(), last) == passes.end())
    throw UsageError(
        fmt::format("cannot stop after pass '{}': it does not run here", options.stop_after));
}

void dump(const Graph& graph, const std::string& dir, int number, std::string_view name) {
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  const std::string path = fmt::format("{}/{:02}_{}.ir", dir, number, name);
  write_text_file(path, print_graph(graph));
}

Graph run_one(const Graph& graph, const Pass& pass, PassContext& context) {
  Graph result = pass.run(graph, context);
  if (!result.model_scales().present)
    result.set_model_scales(graph.model_scales());
  try {
    verify(result);
  } catch (const CompileError& e) {
    VTA_CHECK(false, "pass {} made an invalid graph: {}", pass.name, e.what());
  }
  VTA_CHECK(result.output_names() == graph.output_names(), "pass {} changed the outputs' names",
            pass.name);
  return result;
}

}  // namespace

bool Pass::is_among(const std::set<std::string>& names) const {
  return std::ranges::any_of(names, [&](const std::string& given) { return is_called(given); });
}

bool PipelineOptions::runs(const Pass& pass, int64_t opt_level) const {
  return !pass.is_among(skip) && (opt_level >= pass.opt_level || pass.is_among(also));
}

bool PipelineOptions::runs(Pass::Run pass, int64_t opt_level) const {
  return std::ranges::any_of(all_passes(),
                             [&](const Pass& p) { return p.run == pass && runs(p, opt_level); });
}

PassRun::PassRun(Graph graph, std::vector<const Pass*> passes, PassContext& context,
                 const PipelineOptions& options, Stage first)
    : graph_(std::move(graph)),
      passes_(std::move(passes)),
      context_(context),
      options_(options),
      first_(first) {
  check_options(passes_, options);
  verify(graph_);
  if (!options.dump_dir.empty())
    dump(graph_, options.dump_dir, dumped_, "input");
}

void PassRun::run(Stage stage) {
  for (const Pass* pass : passes_)
    if (pass->stage == stage)
      step(*pass);
}

void PassRun::replace(Graph graph) {
  verify(graph);
  graph_ = std::move(graph);
}

void PassRun::run_all() {
  for (const Pass* pass : passes_)
    step(*pass);
}

void PassRun::step(const Pass& pass) {
  if (stopped_)
    return;
  stopped_ = pass.is_called(options_.stop_after);
  if (pass.stage < first_ || !options_.runs(pass, context_.opt_level))
    return;
  const ResourceStep step(fmt::format("pass {}", pass.name));
  const Stopwatch watch;
  graph_ = run_one(graph_, pass, context_);
  const double seconds = watch.seconds();
  if (!options_.dump_dir.empty())
    dump(graph_, options_.dump_dir, ++dumped_, pass.name);
  if (options_.observe)
    options_.observe(pass.name, seconds, graph_);
}

Graph run_passes(Graph graph, std::span<const Pass* const> passes, PassContext& context,
                 const PipelineOptions& options) {
  PassRun run(std::move(graph), {passes.begin(), passes.end()}, context, options);
  run.run_all();
  return run.take();
}

}  // namespace vta
