#include "workbench/views/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <sstream>

#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "base/text_safety.h"
#include "config/config_keys.h"
#include "explore/cost/metrics.h"
#include "explore/record/run_writer.h"
#include "explore/store/point_metrics.h"
#include "explore/store/reader.h"
#include "explore/sweep/setup.h"
#include "workbench/views/point_notes.h"
#include "workbench/views/point_table.h"

namespace vta::workbench {
namespace {

using namespace explore;
namespace json = boost::json;

double metric_of(const PointRow& row, const Metric& metric) {
  return metric_value(metric, metric_input(row));
}

json::object confirmation_json(const ConfirmationRow& row) {
  json::object out{{"index", row.idx}, {"status", row.status}};
  if (row.csim_cycles)
    out["csim_cycles"] = *row.csim_cycles;
  if (row.tsim_cycles)
    out["tsim_cycles"] = *row.tsim_cycles;
  if (!row.reason.empty())
    out["reason"] = row.reason;
  return out;
}

// null without samples; of top-1 and top-5 where they are not known.
json::value accuracy_json(const PointRow& row) {
  if (!row.accuracy)
    return nullptr;
  json::object out{{"samples", row.accuracy->samples}};
  for (const Metric& metric : accuracy_metrics())
    out[metric.name] = is_known(metric, metric_input(row)) ? json::value(metric_of(row, metric))
                                                           : json::value(nullptr);
  return out;
}

double rate(const SweepSummary& summary) {
  return summary.seconds > 0 ? static_cast<double>(summary.evaluated) / summary.seconds : 0;
}

std::string exclusions_text(SweepReader& reader) {
  ExclusionSummary exclusions;
  for (const ExcludedRow& row : reader.excluded())
    exclusions.add(row.idx, {row.kind, row.rule, row.reason});
  return exclusions.text();
}

// A line per reason, in the order of the first point that has it: a network that cannot be imported
// is the reason of all its points.
std::string failures_text(SweepReader& reader) {
  std::vector<std::pair<FailureRow, int64_t>> reasons;
  std::map<std::string, size_t> known;
  for (const FailureRow& row : reader.failures()) {
    const auto [at, fresh] = known.try_emplace(row.reason, reasons.size());
    if (fresh)
      reasons.emplace_back(row, 0);
    ++reasons[at->second].second;
  }
  std::string text;
  for (const auto& [first, count] : reasons)
    text += count == 1 ? fmt::format("point {} failed: {}\n", first.idx, printable(first.reason))
                       : fmt::format("{} points failed, the first is {}: {}\n", count, first.idx,
                                     printable(first.reason));
  return text;
}

// A line for each kind of points that are not there, its rules behind each other.
json::array missing_json(SweepReader& reader) {
  std::vector<std::string> lines;
  std::istringstream text(exclusions_text(reader) + failures_text(reader));
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("  ") && !lines.empty())
      lines.back() += (lines.back().ends_with(':') ? "" : ";") + line.substr(1);
    else
      lines.push_back(line);
  return json::array(lines.begin(), lines.end());
}

json::object sweep_json(const SweepReport& report, const SweepSummary& summary,
                        SweepReader& reader) {
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.sweep", .schema_version = 2});
  out["database"] = report.database;
  out["spec_hash"] = reader.header().spec_hash;
  out["space_points"] = summary.space_points;
  out["points"] = summary.points;
  out["illegal"] = summary.illegal;
  out["constraint"] = summary.constraint;
  out["uncompilable"] = summary.uncompilable;
  out["failed"] = summary.failed;
  out["this_run"] = {{"evaluated", summary.evaluated},
                     {"reused", summary.reused},
                     {"seconds", summary.seconds},
                     {"points_per_second", rate(summary)},
                     {"workers", report.workers},
                     {"peak_memory_mb", report.peaks.self_mb},
                     {"worker_peak_memory_mb", report.peaks.worker_mb}};
  out["objectives"] = json::value_from(reader.header().objectives);
  json::array front, failures, confirmations;
  for (const PointRow& row : front_of(reader))
    front.push_back(point_json(row));
  for (const FailureRow& row : reader.failures())
    failures.push_back({{"index", row.idx}, {"reason", row.reason}});
  for (const ConfirmationRow& row : reader.confirmations())
    confirmations.push_back(confirmation_json(row));
  out["pareto"] = front;
  out["failures"] = failures;
  out["missing"] = missing_json(reader);
  out["confirmations"] = confirmations;
  return out;
}

std::string run_text(const SweepReport& report, const SweepSummary& summary) {
  const std::string reused =
      summary.reused > 0 ? fmt::format("taken over: {}\n", counted(summary.reused, "point")) : "";
  if (summary.evaluated == 0)
    return reused + "this run: nothing was missing\n";
  return reused + fmt::format(
                      "this run: {} in {:.1f} s, {:.1f} a second, {}; peak memory {:.0f} "
                      "MB, of a worker "
                      "{:.0f} MB\n",
                      counted(summary.evaluated, "point"), summary.seconds, rate(summary),
                      report.workers, report.peaks.self_mb, report.peaks.worker_mb);
}

std::string confirmations_text(SweepReader& reader) {
  std::string text;
  for (const ConfirmationRow& row : reader.confirmations()) {
    text += fmt::format("  point {:>6} {}", row.idx, row.status);
    if (row.csim_cycles && row.tsim_cycles)
      text += fmt::format(": {} cycles on csim, {} on tsim", *row.csim_cycles, *row.tsim_cycles);
    text += row.reason.empty() ? "\n" : fmt::format(": {}\n", printable(row.reason));
  }
  return text.empty() ? "" : "on the RTL (tsim):\n" + text;
}

std::string sweep_text(const SweepReport& report, const SweepSummary& summary,
                       SweepReader& reader) {
  std::string text = fmt::format(
      "{}: {}; {} illegal, {} constraint, {} uncompilable, {} failed; of a space of {}\n",
      printable(report.database), counted(summary.points, "point"), summary.illegal,
      summary.constraint, summary.uncompilable, summary.failed, summary.space_points);
  text += run_text(report, summary) + exclusions_text(reader);
  text += failures_text(reader);
  const std::vector<std::string>& objectives = reader.header().objectives;
  const std::vector<PointRow> front = front_of(reader);
  std::vector<PointColumn> columns = identity_columns();
  if (std::ranges::any_of(front,
                          [](const PointRow& row) { return !row.spec.quantization.empty(); }))
    columns.push_back(quantization_column());
  for (PointColumn& column : metric_columns(objectives))
    columns.push_back(std::move(column));
  text += fmt::format("Pareto front by {}: {}\n{}", fmt::join(objectives, ", "),
                      counted(std::ssize(front), "point"), aligned_table(columns, front)) +
          point_notes(front);
  return text + confirmations_text(reader);
}

}  // namespace

void print_sweep(const SweepReport& report, const SweepSummary& summary) {
  SweepReader reader(report.database);
  if (report.json)
    fmt::print("{}\n", json_text(sweep_json(report, summary, reader)));
  else
    fmt::print("{}", sweep_text(report, summary, reader));
}

std::vector<PointRow> front_of(SweepReader& reader) {
  std::vector<PointRow> points = reader.points();
  const std::vector<int64_t> indices = pareto_points(reader.header().objectives, points);
  std::erase_if(points,
                [&](const PointRow& row) { return !std::ranges::binary_search(indices, row.idx); });
  return points;
}

json::object point_json(const PointRow& row) {
  json::object values, keys;
  for (const Metric& metric : metrics())
    values[metric.name] = is_known(metric, metric_input(row)) ? json::value(metric_of(row, metric))
                                                              : json::value(nullptr);
  for (const IntegerKey& key : integer_keys())
    keys[key.name] = row.spec.config.*key.member;
  json::object out = {{"index", row.idx},
                      {"network", row.spec.network},
                      {"images", row.spec.images},
                      {"schedule", row.spec.schedule},
                      {"memory", row.memory},
                      {"quantization", row.spec.quantization},
                      {"config", row.spec.config.name()},
                      {"config_hash", row.spec.config.hash()},
                      {"keys", keys},
                      {"macs", row.spec.config.macs()},
                      {"bus_bytes", row.spec.config.bus_bytes()},
                      {"cycles", row.result.timing.cycles},
                      {"area_source", row.cost.area_source},
                      {"accuracy", accuracy_json(row)},
                      {"metrics", values}};
  add_figures(out, {row.spec.config, row.spec.images, row.result}, true,
              explore::clock_times(row.spec.config, row.result, row.spec.images));
  return out;
}

}  // namespace vta::workbench
