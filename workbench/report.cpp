#include "workbench/report.h"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/file_kind.h"
#include "base/output_file.h"
#include "explore/report/run_document.h"
#include "explore/report/sweep_document.h"
#include "explore/space/read_goal.h"
#include "workbench/machine.h"

namespace vta::workbench {
namespace {

std::optional<double> goal_ms(const ReportRequest& request) {
  if (request.max_ms > 0)
    return request.max_ms;
  return request.min_fps > 0 ? std::optional(explore::ms_of_fps(request.min_fps)) : std::nullopt;
}

explore::ReportedRun reported_run(const ReportRequest& request, const std::string& input) {
  const auto held = request.documents.find(input);
  return held == request.documents.end() ? explore::load_reported_run(input)
                                         : explore::parse_reported_run(held->second, input);
}

explore::ReportDocument document_of(const ReportRequest& request) {
  std::vector<bool> databases;
  for (const std::string& input : request.inputs)
    databases.push_back(!request.documents.contains(input) && is_database(input));
  if (request.inputs.size() == 2 && (databases[0] || databases[1]))
    throw UsageError(fmt::format(
        "'{}' is the database of a sweep, which is reported alone; two inputs are two runs",
        request.inputs[databases[0] ? 0 : 1]));
  if (request.all_layers && !databases[0])
    throw UsageError("--all-layers is for the database of a sweep; a run always has all layers");
  const bool is_there =
      request.documents.contains(request.inputs[0]) || std::filesystem::exists(request.inputs[0]);
  if (goal_ms(request) && !databases[0] && is_there)
    throw UsageError(
        "--max-ms and --min-fps choose among the points of a sweep; a run is what it is");
  const FpgaDevice device = find_device(request.device);
  if (databases[0]) {
    explore::SweepReader reader(request.inputs[0]);
    if (request.clock.given())
      reader.set_clock(request.clock);
    explore::SweepReportOptions options;
    options.device = device;
    options.goal_ms = goal_ms(request);
    if (request.all_layers)
      options.all_layers_up_to = std::numeric_limits<size_t>::max();
    return explore::sweep_document(reader, request.inputs[0], options);
  }
  std::vector<explore::ReportedRun> runs;
  for (const std::string& input : request.inputs)
    runs.push_back(reported_run(request, input));
  for (explore::ReportedRun& run : runs) {
    VtaConfig& config = run.record.config;
    config = with_clock(std::move(config), request.clock);
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

}  // namespace

int64_t write_report(const ReportRequest& request, const std::string& output) {
  const explore::ReportDocument document = document_of(request);
  warn_of_missed_goals(document);
  const std::string page = explore::report_page(document);
  OutputFile file(output);
  file.stream() << page;
  file.commit();
  return std::ssize(page);
}

}  // namespace vta::workbench
