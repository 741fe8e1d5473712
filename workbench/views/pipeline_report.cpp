#include "workbench/views/pipeline_report.h"

#include <algorithm>

#include "base/json.h"
#include "base/plural.h"
#include "base/text_table.h"
#include "explore/record/run_writer.h"

namespace vta::workbench {
namespace {

namespace json = boost::json;

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// The part that takes the most cycles of an image, and how many of the image that takes most.
struct Slowest {
  size_t part = 0;
  int64_t cycles = 0;
};

int64_t most_cycles(const piped::Schedule& schedule, size_t part) {
  int64_t most = 0;
  for (const auto& visits : schedule.visits)
    most = std::max(most, visits[part].done - visits[part].start);
  return most;
}

Slowest slowest_of(const piped::Schedule& schedule) {
  const auto most = std::ranges::max_element(schedule.busy);
  const auto part = static_cast<size_t>(most - schedule.busy.begin());
  return {part, most_cycles(schedule, part)};
}

std::optional<double> images_per_million_cycles(const PipelineReport& report) {
  const std::optional<double> interval =
      report.schedule ? report.schedule->interval() : std::nullopt;
  if (!interval)
    return std::nullopt;
  return 1e6 * static_cast<double>(report.batch) / *interval;
}

std::optional<double> images_per_second(const PipelineReport& report) {
  const piped::Outcome& outcome = *report.outcome;
  if (outcome.images < 2 || outcome.steady_seconds <= 0)
    return std::nullopt;
  return static_cast<double>((outcome.images - 1) * report.batch) / outcome.steady_seconds;
}

template <typename T>
T median(std::vector<T> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<int64_t> latencies(const piped::Schedule& schedule) {
  std::vector<int64_t> out;
  for (size_t i = 0; i < schedule.visits.size(); ++i)
    out.push_back(schedule.latency(i));
  return out;
}

std::string percent(double part, double whole) {
  return fmt::format("{:.1f}", 100 * share(part, whole));
}

std::string part_table(const PipelineReport& report, size_t width) {
  const piped::Outcome& outcome = *report.outcome;
  std::vector<TextColumn> columns = {{.header = "part"}, {.header = "device", .number = false}};
  if (report.schedule)
    for (const char* header : {"cycles", "busy %", "longest queue"})
      columns.push_back({.header = header});
  for (const char* header : {"wall busy %", "wall longest queue"})
    columns.push_back({.header = header});
  TextTable table(std::move(columns));
  for (size_t p = 0; p < report.devices.size(); ++p) {
    std::vector<std::string> row = {std::to_string(p), report.devices[p]};
    if (const auto& s = report.schedule) {
      row.push_back(std::to_string(most_cycles(*s, p)));
      row.push_back(percent(static_cast<double>(s->busy[p]), static_cast<double>(s->end)));
      row.push_back(std::to_string(s->longest_queue[p]));
    }
    row.push_back(percent(outcome.busy_seconds[p], outcome.seconds));
    row.push_back(std::to_string(outcome.longest_queue[p]));
    table.add(row);
  }
  return table.text(width);
}

std::string cycles_text(const PipelineReport& report) {
  if (!report.schedule || report.schedule->visits.empty())
    return "";
  const Slowest slowest = slowest_of(*report.schedule);
  const std::vector<int64_t> all = latencies(*report.schedule);
  const std::optional<double> rate = images_per_million_cycles(report);
  return fmt::format(
      "simulated: {} images per million cycles in steady state; slowest part {}, {}; latency {} "
      "cycles (median), at most {}; {} in all\n",
      rate ? fmt::format("{:.3f}", *rate) : "-", slowest.part, counted(slowest.cycles, "cycle"),
      median(all), std::ranges::max(all), counted(report.schedule->end, "cycle"));
}

std::string wall_text(const PipelineReport& report) {
  const piped::Outcome& outcome = *report.outcome;
  const std::optional<double> rate = images_per_second(report);
  return fmt::format(
      "wall: {} images/s in steady state; latency {:.1f} ms (median), at most {:.1f} ms; {:.2f} s "
      "in all\n",
      rate ? fmt::format("{:.2f}", *rate) : "-", 1e3 * median(outcome.latency_seconds),
      1e3 * std::ranges::max(outcome.latency_seconds), outcome.seconds);
}

json::value or_null(const std::optional<double>& value) {
  return value ? json::value(*value) : json::value(nullptr);
}

json::object part_json(const PipelineReport& report, size_t part) {
  const piped::Outcome& outcome = *report.outcome;
  const Program& program = *report.plan->parts[part];
  json::object out = {{"part", part},
                      {"device", report.devices[part]},
                      {"config", program.config.name()},
                      {"kernels", program.kernels.size()}};
  json::object simulated;
  if (const auto& s = report.schedule)
    simulated = {
        {"cycles", most_cycles(*s, part)},
        {"busy_share", share(static_cast<double>(s->busy[part]), static_cast<double>(s->end))},
        {"longest_queue", s->longest_queue[part]}};
  out["simulated"] = report.schedule ? json::value(std::move(simulated)) : json::value(nullptr);
  out["wall"] = json::object{{"busy_seconds", outcome.busy_seconds[part]},
                             {"busy_share", share(outcome.busy_seconds[part], outcome.seconds)},
                             {"longest_queue", outcome.longest_queue[part]}};
  return out;
}

json::value simulated_json(const PipelineReport& report) {
  if (!report.schedule || report.schedule->visits.empty())
    return nullptr;
  const Slowest slowest = slowest_of(*report.schedule);
  const std::vector<int64_t> all = latencies(*report.schedule);
  return json::object{{"images_per_million_cycles", or_null(images_per_million_cycles(report))},
                      {"slowest_part", slowest.part},
                      {"slowest_cycles", slowest.cycles},
                      {"latency_cycles_median", median(all)},
                      {"latency_cycles_max", std::ranges::max(all)},
                      {"cycles", report.schedule->end}};
}

}  // namespace

std::optional<piped::Schedule> schedule_of(const piped::Outcome& outcome, int64_t queue) {
  std::vector<std::vector<int64_t>> cycles;
  for (const auto& image : outcome.cycles) {
    cycles.emplace_back();
    for (const std::optional<int64_t>& part : image) {
      if (!part)
        return std::nullopt;
      cycles.back().push_back(*part);
    }
  }
  return piped::schedule_of(cycles, queue);
}

std::string pipeline_text(const PipelineReport& report, size_t width) {
  std::string text = fmt::format("{}: {} through {}, queues of {}\n\n{}\n{}{}", report.plan->model,
                                 counted(report.outcome->images * report.batch, "image"),
                                 counted(std::ssize(report.devices), "part"), report.queue,
                                 part_table(report, width), cycles_text(report), wall_text(report));
  for (const std::string& note : report.notes)
    text += fmt::format("note: {}\n", note);
  return text;
}

json::object pipeline_json(const PipelineReport& report) {
  const piped::Outcome& outcome = *report.outcome;
  json::array parts;
  for (size_t p = 0; p < report.devices.size(); ++p)
    parts.push_back(part_json(report, p));
  json::object provenance = explore::provenance_block(*report.plan->parts.front(), "vta.pipeline");
  provenance["model"] = report.plan->model;
  return {{"provenance", std::move(provenance)},
          {"model", report.plan->model},
          {"images", outcome.images * report.batch},
          {"batch", report.batch},
          {"queue", report.queue},
          {"parts", std::move(parts)},
          {"simulated", simulated_json(report)},
          {"wall", json::object{{"images_per_second", or_null(images_per_second(report))},
                                {"latency_seconds_median", median(outcome.latency_seconds)},
                                {"latency_seconds_max", std::ranges::max(outcome.latency_seconds)},
                                {"seconds", outcome.seconds}}},
          {"notes", json::value_from(report.notes)}};
}

}  // namespace vta::workbench
