// vta opt: listing in, passes, listing out.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/json.hpp>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/resource_limits.h"
#include "compiler/passes/pass.h"
#include "compiler/text/text.h"
#include "workbench/config_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct OptFlags {
  std::string listing;
  std::vector<std::string> passes;
  std::string config = "default";
  int64_t function = -1;
  int64_t opt_level = 3;
  int64_t fill_seed = -1;
  bool list = false, json = false, no_comments = false;
  PipelineOptions pipeline;
  std::vector<std::string> skip;
};

std::string read_text(const std::string& path) {
  if (path == "-")
    return read_text_file(std::string(kStandardInput), kMostListingBytes);
  return read_text_file(path, kMostListingBytes);
}

void list_passes(bool json) {
  boost::json::array rows;
  for (const Pass& pass : all_passes()) {
    const bool in_pipeline = pass.stage != Stage::ByName;
    if (!json)
      fmt::print("{:<26} {}  {}  {}\n", pass.name, pass.opt_level,
                 in_pipeline ? "pipeline" : "by name ", pass.summary);
    rows.push_back({{"name", pass.name},
                    {"opt_level", pass.opt_level},
                    {"pipeline", in_pipeline},
                    {"summary", pass.summary}});
  }
  if (json)
    fmt::print("{}\n",
               json_text(boost::json::object{
                   {"provenance", provenance_json({.schema = "vta.opt.list"})}, {"passes", rows}}));
}

std::vector<const Pass*> named_passes(const std::vector<std::string>& names) {
  std::vector<const Pass*> passes;
  for (const std::string& name : names) {
    if (name == "pipeline") {
      const std::vector<const Pass*> all = pipeline();
      passes.insert(passes.end(), all.begin(), all.end());
    } else {
      passes.push_back(&find_pass(name));
    }
  }
  return passes;
}

Graph read_function(const OptFlags& flags) {
  const std::string text = read_text(flags.listing);
  const int64_t count = count_functions(text, flags.listing);
  if (flags.function < 0 && count > 1)
    throw UsageError(fmt::format("'{}' has {} functions: choose one with --function 0..{}",
                                 flags.listing, count, count - 1));
  return flags.function < 0 ? parse_graph(text, flags.listing)
                            : parse_function(text, flags.listing, flags.function);
}

boost::json::object opt_provenance(const OptFlags& flags, const VtaConfig& config) {
  DocumentProvenance provenance{.schema = "vta.opt"};
  provenance.config_name = config.name();
  provenance.config_hash = config.hash();
  if (flags.fill_seed >= 0)
    provenance.seed = static_cast<uint64_t>(flags.fill_seed);
  return provenance_json(provenance);
}

void run_opt(OptFlags flags) {
  if (flags.list) {
    list_passes(flags.json);
    return;
  }
  if (flags.listing.empty())
    throw UsageError("a listing is needed: vta opt LISTING.ir --passes NAME,NAME (see --list)");
  const std::vector<const Pass*> passes = named_passes(flags.passes);
  PassContext context;
  context.config = config_by_name(flags.config);
  context.opt_level = flags.opt_level;
  flags.pipeline.skip = {flags.skip.begin(), flags.skip.end()};
  Graph graph = read_function(flags);
  if (flags.fill_seed >= 0)
    fill_constants(graph, static_cast<uint64_t>(flags.fill_seed));
  graph = run_passes(std::move(graph), passes, context, flags.pipeline);
  const std::vector<std::string> notes = texts_of(context.notes);
  for (const std::string& note : notes)
    spdlog::info("{}", note);
  const std::string text = print_graph(graph, {.comments = !flags.no_comments});
  if (flags.json)
    fmt::print("{}\n",
               json_text(boost::json::object{{"provenance", opt_provenance(flags, context.config)},
                                             {"listing", text},
                                             {"notes", boost::json::value_from(notes)}}));
  else
    fmt::print("{}", text);
}

}  // namespace

void register_opt(Command& app) {
  auto flags = std::make_shared<OptFlags>();
  Command* opt = app.add_subcommand("opt", "run passes on a listing and print the result");
  opt->add_option("listing", flags->listing,
                  "listing in Relay's text form; - reads standard input");
  opt->add_option("--passes", flags->passes,
                  "passes in the order in which they run; 'pipeline' stands for all of it")
      ->delimiter(',')
      ->allow_extra_args(false);
  opt->add_flag("--list", flags->list,
                "list the passes with optimization level, stage and purpose");
  opt->add_option("--config", flags->config, kConfigHelp)->capture_default_str();
  opt->add_option("--function", flags->function, "index of the function in the listing, from 0")
      ->check(not_negative());
  opt->add_option("--opt-level", flags->opt_level, "passes of a higher level do not run")
      ->check(range(0, 3))
      ->capture_default_str();
  opt->add_option("--fill-constants", flags->fill_seed,
                  "fill constants with values from this seed, for passes that need them")
      ->check(not_negative());
  opt->add_option("--dump-ir", flags->pipeline.dump_dir,
                  "write the listing after each pass into this folder");
  opt->add_option("--stop-after", flags->pipeline.stop_after, "last pass to run");
  opt->add_option("--skip,--no-pass", flags->skip, "passes to leave out")
      ->delimiter(',')
      ->allow_extra_args(false);
  opt->add_flag("--no-comments", flags->no_comments, "no layer names after calls");
  opt->add_flag("--json", flags->json, "print one JSON object instead of text");
  opt->footer(
      "Examples:\n"
      "  vta opt net.ir                                  # parse, check, print\n"
      "  vta opt net.ir --passes canonicalize,dead_code\n"
      "  vta opt --list                                  # passes by name and level\n"
      "  vta opt net.ir --passes pipeline --opt-level 1 --no-pass dead_code\n"
      "  vta opt net.ir --passes quantize_partition\n"
      "  vta opt two.ir --function 1 --fill-constants 7 --passes pipeline --dump-ir steps\n"
      "Exit codes: 0 done, 2 wrong command line, 3 unreadable or malformed listing,\n"
      "4 illegal configuration, 5 the graph cannot be compiled,\n"
      "8 more than --max-memory or --max-seconds allow, 9 results cannot be written.");
  opt->callback(limited(*opt, [flags] { run_opt(*flags); }));
}

}  // namespace vta::cli
