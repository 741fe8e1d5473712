#include "cli/sweep_report.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>
#include <set>

#include "base/json.h"
#include "base/provenance.h"
#include "explore/cost/metrics.h"
#include "explore/store/reader.h"
#include "explore/sweep/setup.h"

namespace vta::cli {
namespace {

using namespace explore;
namespace json = boost::json;

double peak_mb(int who) {
  struct rusage usage {};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double metric_of(const PointRow& row, const Metric& metric) {
  return metric_value(metric,
                      {.result = &row.result, .cost = &row.cost, .images = row.spec.images});
}

// Whole numbers as such, shares and energies with four digits.
std::string number_text(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return fmt::format("{}", static_cast<int64_t>(value));
  return std::abs(value) >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

using Cells = std::vector<std::string>;

constexpr const char* kEstimateMark = "~";

// `mark` is put behind the names of estimates.
Cells header_cells(std::span<const Metric* const> shown, const std::string& mark = "") {
  Cells cells = {"point",         "network", "images", "schedule",
                 "configuration", "macs",    "bus",    "memory"};
  for (const Metric* metric : shown)
    cells.push_back(std::string(metric->name) + (metric->estimate ? mark : ""));
  return cells;
}

std::string memory_cell(const PointRow& row) {
  return row.memory.empty() ? fmt::format("read={},write={}", row.spec.config.mem_read_latency,
                                          row.spec.config.mem_write_latency)
                            : row.memory;
}

Cells point_cells(const PointRow& row, std::span<const Metric* const> shown) {
  const VtaConfig& config = row.spec.config;
  Cells cells = {fmt::format("{}", row.idx),
                 row.spec.network,
                 fmt::format("{}", row.spec.images),
                 row.spec.schedule,
                 config.name(),
                 fmt::format("{}", config.macs()),
                 fmt::format("{}", config.bus_bytes()),
                 memory_cell(row)};
  for (const Metric* metric : shown)
    cells.push_back(number_text(metric_of(row, *metric)));
  return cells;
}

// Texts to the left, numbers to the right.
std::string aligned(const std::vector<Cells>& rows) {
  const std::set<size_t> texts = {1, 3, 4, 7};
  std::vector<size_t> widths(rows.front().size(), 0);
  for (const Cells& row : rows)
    for (size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], row[k].size());
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (size_t k = 0; k < row.size(); ++k)
      line += texts.contains(k) ? fmt::format("  {:<{}}", row[k], widths[k])
                                : fmt::format("  {:>{}}", row[k], widths[k]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string estimates_text(std::span<const Metric* const> shown) {
  const bool any = std::ranges::any_of(shown, [](const Metric* m) { return m->estimate; });
  return any ? fmt::format("{} an estimate: docs/cost.md\n", kEstimateMark) : "";
}

std::string quoted(const std::string& cell) {
  return cell.find(',') == std::string::npos ? cell : fmt::format("\"{}\"", cell);
}

std::string comma_separated(const std::vector<Cells>& rows) {
  std::string text;
  for (const Cells& row : rows) {
    for (size_t k = 0; k < row.size(); ++k)
      text.append(k > 0 ? "," : "").append(quoted(row[k]));
    text += "\n";
  }
  return text;
}

std::vector<PointRow> front_of(SweepReader& reader) {
  std::vector<PointRow> points = reader.points();
  const std::vector<int64_t> indices = pareto_points(reader.header().objectives, points);
  std::erase_if(points,
                [&](const PointRow& row) { return !std::ranges::binary_search(indices, row.idx); });
  return points;
}

std::vector<const Metric*> metrics_named(std::span<const std::string> names) {
  std::vector<const Metric*> found;
  for (const std::string& name : names)
    found.push_back(&find_metric(name));
  return found;
}

json::object point_json(const PointRow& row) {
  json::object values;
  for (const Metric& metric : metrics())
    values[metric.name] = metric_of(row, metric);
  return {{"index", row.idx},
          {"network", row.spec.network},
          {"images", row.spec.images},
          {"schedule", row.spec.schedule},
          {"memory", row.memory},
          {"config", row.spec.config.name()},
          {"config_hash", row.spec.config.hash()},
          {"macs", row.spec.config.macs()},
          {"bus_bytes", row.spec.config.bus_bytes()},
          {"cycles", row.result.timing.cycles},
          {"metrics", values}};
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

double rate(const SweepSummary& summary) {
  return summary.seconds > 0 ? static_cast<double>(summary.evaluated) / summary.seconds : 0;
}

json::object sweep_json(const SweepReport& report, const SweepSummary& summary,
                        SweepReader& reader) {
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.sweep"});
  out["database"] = report.database;
  out["spec_hash"] = reader.header().spec_hash;
  out["space_points"] = summary.space_points;
  out["points"] = summary.points;
  out["illegal"] = summary.illegal;
  out["constraint"] = summary.constraint;
  out["uncompilable"] = summary.uncompilable;
  out["failed"] = summary.failed;
  out["this_run"] = {
      {"evaluated", summary.evaluated},         {"seconds", summary.seconds},
      {"points_per_second", rate(summary)},     {"workers", report.workers},
      {"peak_memory_mb", report.peaks.self_mb}, {"worker_peak_memory_mb", report.peaks.worker_mb}};
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
  out["confirmations"] = confirmations;
  return out;
}

std::string exclusions_text(SweepReader& reader) {
  ExclusionSummary exclusions;
  for (const ExcludedRow& row : reader.excluded())
    exclusions.add(row.idx, {row.kind, row.rule, row.reason});
  return exclusions.text();
}

std::string run_text(const SweepReport& report, const SweepSummary& summary) {
  if (summary.evaluated == 0)
    return "this run: nothing was missing\n";
  return fmt::format(
      "this run: {} points in {:.1f} s, {:.1f} a second, {}; peak memory {:.0f} MB, of a worker "
      "{:.0f} MB\n",
      summary.evaluated, summary.seconds, rate(summary), report.workers, report.peaks.self_mb,
      report.peaks.worker_mb);
}

std::string confirmations_text(SweepReader& reader) {
  std::string text;
  for (const ConfirmationRow& row : reader.confirmations()) {
    text += fmt::format("  point {:>6} {}", row.idx, row.status);
    if (row.csim_cycles && row.tsim_cycles)
      text += fmt::format(": {} cycles on csim, {} on tsim", *row.csim_cycles, *row.tsim_cycles);
    text += row.reason.empty() ? "\n" : fmt::format(": {}\n", row.reason);
  }
  return text.empty() ? "" : "on the RTL (tsim):\n" + text;
}

std::string sweep_text(const SweepReport& report, const SweepSummary& summary,
                       SweepReader& reader) {
  std::string text = fmt::format(
      "{}: {} points; {} illegal, {} constraint, {} uncompilable, {} failed; of a space of {}\n",
      report.database, summary.points, summary.illegal, summary.constraint, summary.uncompilable,
      summary.failed, summary.space_points);
  text += run_text(report, summary) + exclusions_text(reader);
  for (const FailureRow& row : reader.failures())
    text += fmt::format("point {} failed: {}\n", row.idx, row.reason);
  const std::vector<std::string>& objectives = reader.header().objectives;
  const std::vector<const Metric*> shown = metrics_named(objectives);
  std::vector<Cells> rows = {header_cells(shown, kEstimateMark)};
  for (const PointRow& row : front_of(reader))
    rows.push_back(point_cells(row, shown));
  text += fmt::format("Pareto front by {}: {} points\n{}", fmt::join(objectives, ", "),
                      rows.size() - 1, aligned(rows)) +
          estimates_text(shown);
  return text + confirmations_text(reader);
}

std::string list_json(SweepReader& reader, const std::vector<PointRow>& points) {
  json::array rows;
  for (const PointRow& row : points)
    rows.push_back(point_json(row));
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.sweep_list"});
  out["spec_hash"] = reader.header().spec_hash;
  out["points"] = rows;
  return json_text(out) + "\n";
}

std::string list_text(const std::vector<PointRow>& points, bool csv) {
  std::vector<const Metric*> shown;
  for (const Metric& metric : metrics())
    shown.push_back(&metric);
  std::vector<Cells> rows = {header_cells(shown, csv ? "" : kEstimateMark)};
  for (const PointRow& row : points)
    rows.push_back(point_cells(row, shown));
  return csv ? comma_separated(rows) : aligned(rows) + estimates_text(shown);
}

}  // namespace

PeakMemory peak_memory() {
  return {.self_mb = peak_mb(RUSAGE_SELF), .worker_mb = peak_mb(RUSAGE_CHILDREN)};
}

void print_sweep(const SweepReport& report, const SweepSummary& summary) {
  SweepReader reader(report.database);
  if (report.json)
    fmt::print("{}\n", json_text(sweep_json(report, summary, reader)));
  else
    fmt::print("{}", sweep_text(report, summary, reader));
}

std::string point_list(const std::string& database, const ListOptions& options) {
  SweepReader reader(database);
  std::vector<PointRow> points = options.pareto ? front_of(reader) : reader.points();
  if (!options.sort.empty()) {
    const Metric& metric = find_metric(options.sort);
    std::ranges::stable_sort(points, {},
                             [&](const PointRow& row) { return metric_of(row, metric); });
  }
  if (options.most > 0 && std::ssize(points) > options.most)
    points.resize(static_cast<size_t>(options.most));
  return options.json ? list_json(reader, points) : list_text(points, options.csv);
}

}  // namespace vta::cli
