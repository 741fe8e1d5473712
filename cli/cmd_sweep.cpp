// vta sweep: thousands of configurations into one database, and what is in it.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/launch_sweep.h"
#include "cli/resource_limits.h"
#include "cli/sweep_flags.h"
#include "explore/store/digest.h"
#include "explore/store/merge.h"
#include "workbench/views/sweep_list.h"
#include "workbench/views/sweep_plan.h"

namespace vta::cli {
namespace {

using namespace workbench;

using namespace explore;
namespace json = boost::json;

void print_digest(const std::string& database, bool tables, bool as_json) {
  const SweepDigest digest = sweep_digest(database);
  if (as_json) {
    json::array parts;
    for (const TableDigest& table : digest.tables)
      parts.push_back({{"table", table.table}, {"rows", table.rows}, {"hash", table.hash}});
    json::object out;
    out["provenance"] = provenance_json({.schema = "vta.sweep_digest"});
    out["digest"] = digest.hash;
    out["tables"] = parts;
    fmt::print("{}\n", json_text(out));
    return;
  }
  fmt::print("{}\n", digest.hash);
  if (tables)
    for (const TableDigest& table : digest.tables)
      fmt::print("{} {:<12} {:>13}\n", table.hash, table.table, counted(table.rows, "row"));
}

void print_merge(const std::string& out, const std::vector<std::string>& parts, bool as_json) {
  const MergeReport report = merge_sweeps(out, parts);
  if (as_json) {
    json::object document;
    document["provenance"] = provenance_json({.schema = "vta.sweep_merge"});
    document["database"] = out;
    document["parts"] = report.parts;
    document["points"] = report.points;
    document["repeated"] = report.repeated;
    document["excluded"] = report.excluded;
    document["failures"] = report.failures;
    document["confirmations"] = report.confirmations;
    fmt::print("{}\n", json_text(document));
    return;
  }
  fmt::print("{}: {} from {}", out, counted(report.points, "point"),
             counted(report.parts, "database"));
  if (report.repeated > 0)
    fmt::print(", {} more were there already", report.repeated);
  fmt::print("\n");
}

constexpr const char* kSweepExamples = R"(Examples:
  vta sweep plan resnet18.json                         # counts points, legal points, reasons;
                                                       # imports the networks that are files
  vta sweep resnet18.json --db resnet18.db             # run them on all cores
  vta sweep resnet18.json --db resnet18.db --resume    # continues after Ctrl-C, kill or a crash
  vta sweep resnet18.json --db resnet18.db --resume --confirm pareto    # its Pareto points on the RTL
  vta sweep resnet18.json --db resnet18.db --launcher slurm --tasks 16
  vta sweep resnet18.json --db resnet18.db --launcher mpi --ranks 9
  vta sweep more.json --db more.db --reuse resnet18.db # other axes or objectives: computes new points only
  vta sweep list resnet18.db --pareto --sort cycles_per_image
  vta sweep list resnet18.db --where "LOG_BLOCK_IN=4" --where "dsp<=220" --csv > points.csv
  vta sweep config/sweeps/quantization.json --db q.db  # accuracy beside cycles, for several quantizations
  vta sweep list q.db --where "top1>=98" --sort cycles_per_image
  vta sweep digest a.db; vta sweep digest b.db         # equal if both print the same hash
  vta sweep merge all.db part1.db part2.db             # of one specification, or of several

Exit codes: 0 done; 1 tsim differs from csim; 2 wrong options; 3 unreadable specification, model or
  database, or a database of another sweep or build; 4 illegal base configuration, unknown metric; 5 no
  network that can be compiled; 7 interrupted, or points have failed (a network that cannot be imported
  fails all its own): --resume does the rest; 8 no network within the limits; 9 the database cannot be
  written.)";

constexpr const char* kPlanExamples = R"(Examples:
  vta sweep plan resnet18.json
  vta sweep plan resnet18.json --json

Exit codes: 0 done; 2 wrong options; 3 unreadable specification or model; 4 illegal base configuration;
  5 no network that can be compiled; 7 some network cannot be imported, others can; 8 no network within
  the limits; 9 results cannot be written.)";

constexpr const char* kDigestExamples = R"(Examples:
  vta sweep digest a.db; vta sweep digest b.db         # equal if both print the same hash
  vta sweep digest a.db --tables                       # in which table do they differ?

Exit codes: 0 done; 2 wrong options; 3 unreadable database; 8 more than a limit allows;
  9 results cannot be written.)";

constexpr const char* kMergeExamples = R"(Examples:
  vta sweep merge all.db part1.db part2.db
  vta sweep merge all.db part3.db --json               # adds to it

Exit codes: 0 done; 2 wrong options; 3 unreadable database, or one of another build or version;
  8 more than a limit allows; 9 OUT cannot be written. After an error OUT is as it was.)";

constexpr const char* kListExamples = R"(Examples:
  vta sweep list resnet18.db --pareto --sort cycles_per_image
  vta sweep list resnet18.db --where "LOG_BLOCK_IN=4" --where "dsp<=220" --most 10
  vta sweep list resnet18.db --clock 100 --csv > points.csv

Exit codes: 0 done; 2 wrong options, or a condition that is none; 3 unreadable database;
  4 unknown column; 8 more than a limit allows; 9 results cannot be written.)";

void add_plan(Command& sweep) {
  auto spec = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  Command* command =
      sweep.add_subcommand("plan", "count the points of a specification and check its networks");
  command->add_option("SPEC", *spec, "specification (.json)")->required();
  command->add_flag("--json", *as_json, "print one JSON object instead of text");
  command->footer(kPlanExamples);
  command->callback([=] { return print_plan(*spec, *as_json); });
}

void add_digest(Command& sweep) {
  auto database = std::make_shared<std::string>();
  auto tables = std::make_shared<bool>(false), as_json = std::make_shared<bool>(false);
  Command* command = sweep.add_subcommand("digest", "print a hash of the results of a sweep");
  command->add_option("DB", *database, "database of a sweep")->required();
  command->add_flag("--tables", *tables, "print a hash of each table too");
  command->add_flag("--json", *as_json, "print one JSON object instead of text");
  command->footer(kDigestExamples);
  command->callback([=] { print_digest(*database, *tables, *as_json); });
}

void add_merge(Command& sweep) {
  auto out = std::make_shared<std::string>();
  auto parts = std::make_shared<std::vector<std::string>>();
  auto as_json = std::make_shared<bool>(false);
  Command* command = sweep.add_subcommand("merge", "merge several databases into one");
  command->add_option("OUT", *out, "database to create or extend")->required()->output_file();
  command->add_option("DB", *parts, "databases of sweeps")->required();
  command->add_flag("--json", *as_json, "print one JSON object instead of text");
  command->footer(kMergeExamples);
  command->callback([=] { print_merge(*out, *parts, *as_json); });
}

void add_list(Command& sweep) {
  auto database = std::make_shared<std::string>();
  auto options = std::make_shared<ListOptions>();
  Command* command = sweep.add_subcommand("list", "print the points of a database as a table");
  command->add_option("DB", *database, "database of a sweep")->required();
  command->add_flag("--pareto", options->pareto, "only the Pareto front by its objectives");
  command
      ->add_option("--where", options->where,
                   "only points that meet this condition, e.g. macs<=256; repeat for more")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--sort", options->sort, "sort by a column of --csv, smallest first");
  command->add_option("--most", options->most, "print at most this many rows")->check(positive());
  command->add_option_function(
      "--clock", [options](const std::string& text) { options->clock = parse_clock(text); },
      "MHz that times are shown at, or auto (the estimate of each point), instead of the base "
      "configuration's CLOCK_MHZ");
  Option* csv = command->add_flag("--csv", options->csv, "comma-separated values");
  command->add_flag("--json", options->json, "print one JSON object instead of text")
      ->excludes(csv);
  command->footer(kListExamples);
  command->callback([=] { fmt::print("{}", point_list(*database, *options)); });
}

}  // namespace

void register_sweep(Command& app) {
  auto flags = std::make_shared<SweepFlags>();
  Command* command = app.add_subcommand(
      "sweep", "simulate thousands of configurations and store the results in a database");
  flags->add_to(*command, true);
  add_plan(*command);
  add_digest(*command);
  add_merge(*command);
  add_list(*command);
  command->footer(kSweepExamples);
  command->callback(
      limited(*command, [flags] { return launch_sweep(flags->request(), flags->json); }));
}

}  // namespace vta::cli
