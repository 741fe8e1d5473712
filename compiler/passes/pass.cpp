#include "compiler/passes/pass.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/resource_policy.h"
#include "compiler/text/text.h"

namespace vta {

void QuantOptions::all_int8() {
  skip_conv.clear();
  dense_on_device = true;
  pools_on_device = true;
}

std::string QuantOptions::kept_on_host(int64_t groups, std::span<const int64_t> dilation) const {
  if (groups != 1 && !grouped_on_device.value_or(true))
    return fmt::format("groups={}", groups);
  for (const int64_t d : dilation)
    if (d != 1 && !dilated_on_device.value_or(true))
      return fmt::format("dilation {}", d);
  return {};
}

namespace {

void check_options(std::span<const Pass* const> passes, const PipelineOptions& options) {
  for (const std::string& name : options.skip)
    find_pass(name);
  if (options.stop_after.empty())
    return;
  const Pass* last = &find_pass(options.stop_after);
  if (std::find(passes.begin(), passes.end(), last) == passes.end())
    throw UsageError(fmt::format("cannot stop after pass '{}': it is not among those that run",
                                 options.stop_after));
}

void dump(const Graph& graph, const std::string& dir, int number, std::string_view name) {
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  const std::string path = fmt::format("{}/{:02}_{}.ir", dir, number, name);
  write_text_file(path, print_graph(graph));
}

Graph run_one(const Graph& graph, const Pass& pass, PassContext& context) {
  Graph result = pass.run(graph, context);
  try {
    verify(result);
  } catch (const CompileError& e) {
    VTA_CHECK(false, "pass {} made an invalid graph: {}", pass.name, e.what());
  }
  return result;
}

}  // namespace

Graph run_passes(Graph graph, std::span<const Pass* const> passes, PassContext& context,
                 const PipelineOptions& options) {
  check_options(passes, options);
  verify(graph);
  int number = 0;
  if (!options.dump_dir.empty())
    dump(graph, options.dump_dir, number, "input");
  for (const Pass* pass : passes) {
    const bool skipped = options.skip.contains(std::string(pass->name));
    if (!skipped && context.opt_level >= pass->opt_level) {
      resources().check_time(fmt::format("pass {}", pass->name));
      const auto start = std::chrono::steady_clock::now();
      graph = run_one(graph, *pass, context);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      if (!options.dump_dir.empty())
        dump(graph, options.dump_dir, ++number, pass->name);
      if (options.observe)
        options.observe(pass->name, seconds.count(), graph);
    }
    if (pass->name == options.stop_after)
      break;
  }
  return graph;
}

}  // namespace vta
