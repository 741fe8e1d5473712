#include "explore/report/run_document.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "explore/compare/explain.h"
#include "explore/compare/moved_work.h"
#include "explore/cost/metrics.h"
#include "explore/report/device_header.h"
#include "explore/report/point_tables.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

// Numbers, and as many as there are bins.
void check_track(const JsonReader& reader, std::string_view key, int64_t bins) {
  const json::array& track = reader.get_array(key);
  if (std::ssize(track) != bins)
    throw InputError(
        fmt::format("{}: {} has {} values for {} bins", reader.where(), key, track.size(), bins));
  for (const json::value& value : track)
    if (!value.is_number())
      throw InputError(
          fmt::format("{}: {} has {}, expected numbers", reader.where(), key, json_kind(value)));
}

void check_timeline(const JsonReader& timeline) {
  timeline.get_int("bin_cycles", 1, kLargestJsonInteger);
  timeline.get_int("cycles", 0, kLargestJsonInteger);
  const int64_t bins = timeline.get_int("bins", 1, 1'000'000);
  check_track(timeline, "bus", bins);
  const JsonReader units = timeline.get_object("units");
  for (int u = 0; u < kNumTimedUnits; ++u)
    check_track(units, timed_unit_name(static_cast<TimedUnit>(u)), bins);
}

PointRow row_of(const ReportedRun& run, int64_t idx) {
  const RunRecord& r = run.record;
  return {.idx = idx,
          .spec = {r.config, r.model, r.images, r.schedule},
          .memory = "",
          .result = r.result,
          .cost = point_cost(r.config, r.result)};
}

json::array origin_json(std::span<const ReportedRun> runs) {
  json::array out;
  for (const ReportedRun& run : runs) {
    const RunRecord& r = run.record;
    out.push_back(json::array{
        run.label, fmt::format("vta {}, {}, model {}, quantization {}, schedule {}, seed {}, "
                               "configuration {} (hash {})",
                               r.tool_version, r.backend, r.model, r.quantization, r.schedule,
                               r.seed, r.config.name(), r.config.hash())});
    if (run.answer)
      out.push_back(json::array{fmt::format("{}, from image to answer, an estimate", run.label),
                                answer_text(*run.answer)});
  }
  return out;
}

json::array run_metrics_json() {
  json::array out;
  for (const std::span<const Metric> table : {metrics(), clock_metrics()})
    for (const Metric& metric : table)
      out.push_back(json::object{{"name", metric.name}, {"unit", metric.unit}});
  return out;
}

json::object difference_json(const RunDifference& runs, const LayerDifference& layer) {
  return {{"name", layer.name},
          {"a", layer.a.timing.cycles},
          {"b", layer.b.timing.cycles},
          {"text", explain(runs, layer)}};
}

json::array differences_json(const RunDifference& runs, const std::string& name_a,
                             const std::string& name_b) {
  json::array out;
  for (const LayerDifference& layer : runs.layers)
    out.push_back(difference_json(runs, layer));
  for (const LayerResult& layer : runs.only_a)
    out.push_back(json::object{{"name", layer.name},
                               {"a", layer.timing.cycles},
                               {"b", nullptr},
                               {"text", "only in " + name_a}});
  for (const LayerResult& layer : runs.only_b)
    out.push_back(json::object{{"name", layer.name},
                               {"a", nullptr},
                               {"b", layer.timing.cycles},
                               {"text", "only in " + name_b}});
  out.push_back(difference_json(runs, runs.outside));
  return out;
}

// What was asked for differently, then what came of it.
json::array difference_words(const RunDifference& runs, std::string_view name_a,
                             std::string_view name_b) {
  json::array out;
  std::vector<std::string> settings;
  for (const SettingDifference& setting : runs.settings)
    settings.push_back(fmt::format("{} {} and {}", setting.name, setting.a, setting.b));
  out.emplace_back(settings.empty()
                       ? "Both runs have the same settings."
                       : fmt::format("Different settings: {}.", fmt::join(settings, "; ")));
  out.emplace_back(fmt::format(
      "MACs on the accelerator: {}.{}", shares_text(runs.a, runs.b, name_a, name_b),
      work_moved(runs.a, runs.b) ? " WORK MOVED: the cycles cover different work." : ""));
  out.emplace_back(fmt::format("From {} to {}: {}.", name_a, name_b, explain(runs, runs.total)));
  return out;
}

json::object header_of(std::span<const ReportedRun> runs) {
  json::object header;
  header["kind"] = runs.size() == 1 ? "run" : "compare";
  header["title"] = runs.size() == 1 ? fmt::format("Run of {}", runs[0].record.model)
                                     : fmt::format("{} and {}", runs[0].label, runs[1].label);
  header["footer"] = fmt::format("Made by vta {} report.", version());
  header["origin"] = origin_json(runs);
  header["metrics"] = run_metrics_json();
  json::array labels;
  json::object timelines;
  for (size_t i = 0; i < runs.size(); ++i) {
    labels.emplace_back(runs[i].label);
    if (runs[i].timeline)
      timelines[std::to_string(i)] = *runs[i].timeline;
  }
  header["labels"] = std::move(labels);
  header["timelines"] = std::move(timelines);
  if (runs.size() == 2) {
    const RunDifference both = difference(runs[0].record, runs[1].record);
    header["differences"] = differences_json(both, runs[0].label, runs[1].label);
    header["difference_words"] = difference_words(both, runs[0].label, runs[1].label);
  }
  return header;
}

}  // namespace

ReportedRun load_reported_run(const std::string& path) {
  return parse_reported_run(read_text_file(path, kMostListingBytes), path);
}

ReportedRun parse_reported_run(std::string_view text, const std::string& origin) {
  ReportedRun run{parse_run(text, origin), std::filesystem::path(origin).filename().string(), {}};
  const json::value document = parse_json(text, origin);
  run.answer = read_answer(document, origin);
  if (const json::value* timeline = document.as_object().if_contains("timeline")) {
    check_timeline(JsonReader(*timeline, origin + ": timeline"));
    run.timeline = timeline->as_object();
  }
  return run;
}

ReportDocument run_document(std::span<const ReportedRun> runs, const FpgaDevice& device) {
  VTA_CHECK(runs.size() == 1 || runs.size() == 2, "a report of {} runs", runs.size());
  std::vector<PointRow> points;
  for (const ReportedRun& run : runs)
    points.push_back(row_of(run, std::ssize(points)));
  ReportDocument document{header_of(runs), {}};
  document.header["device"] = device_json(device);
  document.tables.push_back(point_table(points, {}, device));
  document.tables.push_back(config_table(points));
  document.tables.push_back(layer_table(points));
  return document;
}

}  // namespace vta::explore
