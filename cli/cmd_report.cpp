// vta report: one HTML file that explains a sweep, a run, or two runs.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_kind.h"
#include "base/output_file.h"
#include "cli/commands.h"
#include "cli/machine_flags.h"
#include "config/device.h"
#include "explore/report/run_document.h"
#include "explore/report/sweep_document.h"
#include "explore/space/read_goal.h"
#include "workbench/device_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct ReportFlags {
  std::vector<std::string> inputs;
  std::string output;
  std::string device = kDefaultDevice;
  ClockFlag clock;
  bool all_layers = false;
  double max_ms = 0, min_fps = 0;  // 0: not given
};

std::optional<double> goal_ms(const ReportFlags& flags) {
  if (flags.max_ms > 0)
    return flags.max_ms;
  return flags.min_fps > 0 ? std::optional(explore::ms_of_fps(flags.min_fps)) : std::nullopt;
}

explore::ReportDocument document_of(const ReportFlags& flags) {
  std::vector<bool> databases;
  for (const std::string& input : flags.inputs)
    databases.push_back(is_database(input));
  if (flags.inputs.size() == 2 && (databases[0] || databases[1]))
    throw UsageError(fmt::format(
        "'{}' is the database of a sweep, which is reported alone; two inputs are two runs",
        flags.inputs[databases[0] ? 0 : 1]));
  if (flags.all_layers && !databases[0])
    throw UsageError("--all-layers is for the database of a sweep; a run always has all layers");
  if (goal_ms(flags) && !databases[0] && std::filesystem::exists(flags.inputs[0]))
    throw UsageError(
        "--max-ms and --min-fps choose among the points of a sweep; a run is what it is");
  const FpgaDevice device = find_device(flags.device);
  if (databases[0]) {
    explore::SweepReader reader(flags.inputs[0]);
    if (flags.clock.label.given())
      reader.set_clock(flags.clock.label);
    explore::SweepReportOptions options;
    options.device = device;
    options.goal_ms = goal_ms(flags);
    if (flags.all_layers)
      options.all_layers_up_to = std::numeric_limits<size_t>::max();
    return explore::sweep_document(reader, flags.inputs[0], options);
  }
  std::vector<explore::ReportedRun> runs;
  for (const std::string& input : flags.inputs)
    runs.push_back(explore::load_reported_run(input));
  for (explore::ReportedRun& run : runs) {
    VtaConfig& config = run.record.config;
    config = flags.clock.on(config);
    if (config.clock.estimated && config.clock.mhz)
      config.clock.mhz = device_clock(device, *config.clock.mhz);
  }
  return explore::run_document(runs, device);
}

// A missed goal is no error. The terminal tells of it, so that scripts see it without the page.
void warn_of_missed_goals(const explore::ReportDocument& document) {
  const auto goal = document.header.find("goal_ms");
  if (goal == document.header.end() || goal->value().is_null())
    return;
  for (const boost::json::value& set : document.header.at("sets").as_array()) {
    if (!set.at("cheapest").is_null())
      continue;
    const boost::json::value& network = set.at("network");
    spdlog::warn("{}: nothing that fits the device takes at most {} ms{}",
                 network.is_null() ? "a frame of all networks" : network.as_string().c_str(),
                 goal->value().to_number<double>(),
                 set.at("fastest").is_null() ? ", as nothing fits" : "");
  }
}

void run_report(const ReportFlags& flags) {
  const explore::ReportDocument document = document_of(flags);
  warn_of_missed_goals(document);
  const std::string page = explore::report_page(document);
  OutputFile file(flags.output);
  file.stream() << page;
  file.commit();
  spdlog::info("{}: {:.2f} MB", flags.output, static_cast<double>(page.size()) / 1e6);
}

}  // namespace

void register_report(Command& app) {
  auto flags = std::make_shared<ReportFlags>();
  Command* command =
      app.add_subcommand("report", "write an HTML report of a sweep, a run or two runs");
  command
      ->add_option("inputs", flags->inputs,
                   "the database of a sweep (vta sweep), or one or two runs (vta run --json)")
      ->required()
      ->expected(1, 2);
  command->add_option("-o,--output", flags->output, "the HTML file")->required()->output_file();
  flags->clock.add_to(*command);
  command->add_flag(
      "--all-layers", flags->all_layers,
      "include the layers of every point, even for thousands of points (a larger file)");
  command->add_option("--device", flags->device, device_help())->capture_default_str();
  const auto positive = real_range(explore::kLeastGoal, explore::kMostGoal);
  const Option* slowest = command
                              ->add_option("--max-ms", flags->max_ms,
                                           "sweep: recommend the cheapest point within this time "
                                           "per frame (one image of every network)")
                              ->check(positive);
  command->add_option("--min-fps", flags->min_fps, "sweep: the same limit as frames per second")
      ->check(positive)
      ->excludes(slowest);
  command->footer(
      "The file is self-contained: it opens from disk, without a network, in Chrome 86,\n"
      "Firefox 113, Safari 16.4 or newer.\n\n"
      "Examples:\n"
      "  vta report sweep.db -o sweep.html\n"
      "  vta report sweep.db -o sweep.html --device artix7_100t\n"
      "  vta report sweep.db -o sweep.html --clock auto --min-fps 30\n"
      "  vta run resnet18.onnx --backend csim --timing-only --json > a.json\n"
      "  vta report a.json -o a.html\n"
      "  vta report a.json b.json -o difference.html\n\n"
      "Exit codes: 0 done, 2 wrong command line, 3 unreadable or malformed input, 4 unknown\n"
      "device, 9 the file cannot be written");
  command->callback([flags] { run_report(*flags); });
}

}  // namespace vta::cli
