#include "explore/report/sweep_document.h"
#include "explore/store/point_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/version.h"
#include "explore/cost/metrics.h"
#include "explore/report/device_header.h"
#include "explore/report/front.h"
#include "explore/report/point_tables.h"
#include "explore/report/recommendation.h"
#include "explore/report/sensitivity.h"
#include "explore/report/thinning.h"
#include "explore/space/read_goal.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Points of different networks are not compared with each other.
std::map<std::string, std::vector<size_t>> rows_by_network(std::span<const PointRow> points) {
  std::map<std::string, std::vector<size_t>> rows;
  for (size_t i = 0; i < points.size(); ++i)
    rows[points[i].spec.network].push_back(i);
  return rows;
}

std::vector<Objectives> objectives_of(std::span<const PointRow> points,
                                      std::span<const size_t> rows,
                                      std::span<const std::string> names) {
  std::vector<Objectives> out;
  for (const size_t row : rows) {
    const PointRow& p = points[row];
    Objectives values;
    for (const std::string& name : names)
      values.push_back(metric_value(find_metric(name), metric_input(p)));
    out.push_back(std::move(values));
  }
  return out;
}

std::vector<PointExtras> extras_of(SweepReader& reader, std::span<const PointRow> points) {
  std::map<int64_t, std::string> status;
  for (const ConfirmationRow& row : reader.confirmations())
    status[row.idx] = row.status;
  std::vector<PointExtras> extras(points.size());
  for (const auto& [network, rows] : rows_by_network(points)) {
    for (const int64_t i : pareto_front(objectives_of(points, rows, reader.header().objectives)))
      extras[rows[i]].pareto = true;
  }
  for (size_t i = 0; i < points.size(); ++i)
    extras[i].confirmation = status.contains(points[i].idx) ? status[points[i].idx] : "not tried";
  return extras;
}

std::vector<size_t> rows_with_layers(std::span<const PointRow> points,
                                     const std::vector<std::string>& objectives,
                                     const SweepReportOptions& options) {
  std::vector<size_t> chosen;
  const bool all = points.size() <= options.all_layers_up_to;
  for (const auto& [network, rows] : rows_by_network(points))
    for (const size_t i : front_and_nearest(objectives_of(points, rows, objectives),
                                            all ? points.size() : options.nearest))
      chosen.push_back(rows[i]);
  return chosen;
}

// Those that the points have no column of are left to the reader to skip.
json::array sweep_metrics_json() {
  json::array out;
  for (const std::span<const Metric> table : {metrics(), accuracy_metrics(), clock_metrics()})
    for (const Metric& metric : table)
      out.push_back(json::object{{"name", metric.name},
                                 {"unit", metric.unit},
                                 {"description", metric.description},
                                 {"estimate", metric.estimate}});
  return out;
}

json::array excluded_json(std::span<const ExcludedRow> excluded) {
  struct Sum {
    int64_t count = 0;
    std::string example;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums;
  for (const ExcludedRow& row : excluded) {
    Sum& sum = sums[{row.kind, row.rule}];
    if (sum.count++ == 0)
      sum.example = row.reason;
  }
  json::array out;
  for (const auto& [key, sum] : sums)
    out.push_back(json::object{
        {"kind", key.first}, {"rule", key.second}, {"count", sum.count}, {"example", sum.example}});
  return out;
}

json::array failures_json(std::span<const FailureRow> failures) {
  json::array out;
  for (const FailureRow& row : failures)
    out.push_back(json::object{{"idx", row.idx}, {"reason", row.reason}});
  return out;
}

json::array origin_json(SweepReader& reader, const std::string& path) {
  json::array out;
  const auto add = [&](std::string_view label, std::string_view value) {
    out.push_back(json::array{label, value});
  };
  const SweepHeader& header = reader.header();
  add("Database", file_name(path));
  add("Evaluated by", header.build.empty()
                          ? fmt::format("vta {}", header.tool_version)
                          : fmt::format("vta {} (build {})", header.tool_version, header.build));
  if (header.before_gemm_pipeline())
    add("Cycles",
        "made by a vta without GEMM_PIPELINE, whose GEMM and ALU instructions ended a few cycles "
        "earlier; sweep again to compare with newer databases");
  add("Specification", header.spec_hash);
  add("Objectives", fmt::format("{}", fmt::join(header.objectives, ", ")));
  for (const NetworkInfo& network : reader.networks())
    add(fmt::format("Network {}", network.name),
        fmt::format("{}, {}, hash {}", network.model, network.quantization, network.hash));
  return out;
}

// Points of the space of which nothing is known, where all of it was asked for: the sweep was
// stopped, or goes on. None of a collection, whose specification says nothing.
int64_t not_run(const SweepHeader& sweep, size_t known) {
  boost::system::error_code error;
  const json::value spec = json::parse(sweep.spec, error);
  const json::value* method = error ? nullptr : spec.find_pointer("/sampling/method", error);
  const bool asked = spec.is_object() && (method == nullptr || *method == "exhaustive");
  return asked ? std::max<int64_t>(0, sweep.space_points - static_cast<int64_t>(known)) : 0;
}

std::string title_of(std::span<const PointRow> points, int64_t not_run) {
  std::vector<std::string> networks;
  for (const auto& [network, rows] : rows_by_network(points))
    networks.push_back(network);
  const std::string missing =
      not_run == 0 ? std::string()
                   : fmt::format("; {} of its space not run or pending", counted(not_run, "point"));
  return fmt::format("Sweep of {}: {}{}", fmt::join(networks, ", "),
                     counted(std::ssize(points), "point"), missing);
}

json::object header_of(SweepReader& reader, const std::string& path,
                       std::span<const PointRow> points) {
  const std::vector<ExcludedRow> excluded = reader.excluded();
  const std::vector<FailureRow> failures = reader.failures();
  json::object header;
  header["kind"] = "sweep";
  const int64_t missing =
      not_run(reader.header(), points.size() + excluded.size() + failures.size());
  header["title"] = title_of(points, missing);
  header["footer"] = fmt::format("Made by vta {} report.", version());
  header["metrics"] = sweep_metrics_json();
  header["objectives"] = json::value_from(reader.header().objectives);
  header["totals"] = {{"space", reader.header().space_points},
                      {"simulated", points.size()},
                      {"excluded", excluded.size()},
                      {"failed", failures.size()},
                      {"not_run", missing}};
  header["excluded"] = excluded_json(excluded);
  header["failures"] = failures_json(failures);
  header["origin"] = origin_json(reader, path);
  header["spec"] = reader.header().spec;
  return header;
}

json::value row_or_null(std::optional<size_t> row) {
  return row ? json::value(static_cast<int64_t>(*row)) : json::value();
}

// Who may be chosen, along which axes, and who is.
struct Choices {
  Choices(std::span<const PointRow> points, std::string_view spec, const FpgaDevice& device,
          TimeGoal goal)
      : sets(candidate_sets(points, device)), axes(axes_of(points, spec)) {
    for (const CandidateSet& set : sets)
      found.push_back(recommend(set, axes, goal));
  }
  bool has_machines() const { return sets.back().network.empty(); }

  std::vector<CandidateSet> sets;
  std::vector<PointAxis> axes;
  std::vector<Recommendation> found;  // of each set
};

// The other end of a step from or to the fastest.
size_t other_end(const Recommendation& found, const Step& step) {
  return step.from == *found.fastest ? step.to : step.from;
}

// Of all points those that are in the report.
class Shown {
 public:
  Shown(size_t points, std::vector<size_t> rows) : rows_(std::move(rows)), place_(points) {
    for (size_t k = 0; k < rows_.size(); ++k)
      place_[rows_[k]] = k;
  }
  std::span<const size_t> rows() const { return rows_; }
  // The row in the report of a point that is in it.
  size_t place(size_t row) const { return place_[row].value(); }

  template <typename T>
  std::vector<T> of(const std::vector<T>& all) const {
    std::vector<T> shown;
    for (const size_t row : rows_)
      shown.push_back(all[row]);
    return shown;
  }
  // Those whose points are shown, with the rows of the report.
  CandidateSet of(const CandidateSet& machines, std::vector<size_t>& places) const {
    CandidateSet shown{machines.network, {}};
    for (Candidate candidate : machines.candidates) {
      places.push_back(shown.candidates.size());
      if (!std::ranges::all_of(candidate.rows, [&](size_t row) { return place_[row].has_value(); }))
        continue;
      for (size_t& row : candidate.rows)
        row = place(row);
      shown.candidates.push_back(std::move(candidate));
    }
    return shown;
  }

 private:
  std::vector<size_t> rows_;
  std::vector<std::optional<size_t>> place_;  // of every point
};

// Rows that the report names.
std::vector<size_t> named_rows(const Choices& choices) {
  std::vector<size_t> rows;
  for (size_t k = 0; k < choices.sets.size(); ++k) {
    const Recommendation& found = choices.found[k];
    const auto add = [&](std::optional<size_t> candidate) {
      if (candidate)
        rows.push_back(choices.sets[k].candidates[*candidate].rows.front());
    };
    add(found.fastest);
    add(found.cheapest);
    add(found.next);
    for (const Step& step : found.steps)
      add(other_end(found, step));
  }
  return rows;
}

Shown shown_points(std::span<const PointRow> points, const Choices& choices,
                   const std::vector<std::string>& objectives, std::span<const size_t> with_layers,
                   size_t most) {
  std::vector<size_t> rows(points.size());
  std::iota(rows.begin(), rows.end(), size_t{0});
  if (points.size() > most) {
    std::vector<size_t> always = named_rows(choices);
    always.insert(always.end(), with_layers.begin(), with_layers.end());
    rows = thinned_rows(points, choices.sets, objectives, always, most);
  }
  return {points.size(), std::move(rows)};
}

// `row`: of a candidate, in the table of the set.
template <typename Row>
json::object set_json(const CandidateSet& set, const Recommendation& found,
                      std::span<const PointAxis> axes, Row row) {
  const bool all = set.network.empty();
  const auto place = [&](std::optional<size_t> candidate) {
    return row_or_null(candidate ? std::optional(row(*candidate)) : std::nullopt);
  };
  json::array steps;
  for (const Step& step : found.steps) {
    const PointAxis& axis = axes[step.axis];
    const auto label = [&](size_t candidate) {
      return axis.labels[axis.value_of[set.candidates[candidate].rows.front()]];
    };
    const size_t other = other_end(found, step);
    steps.push_back(json::object{{"axis", axis.name},
                                 {"from", label(*found.fastest)},
                                 {"to", label(other)},
                                 {"row", row(other)}});
  }
  return {{"network", all ? json::value() : json::value(set.network)},
          {"table", all ? "machine" : "point"},
          {"points", set.candidates.size()},
          {"fitting", found.fitting},
          {"fastest", place(found.fastest)},
          {"cheapest", place(found.cheapest)},
          {"next", place(found.next)},
          {"steps", std::move(steps)}};
}

// Who to choose, and what each axis does; tables "sensitivity" and, of several networks, "machine".
void add_choice(ReportDocument& document, std::span<const PointRow> points, const Choices& choices,
                const Shown& shown, std::span<const PointRow> shown_points,
                const FpgaDevice& device, TimeGoal goal) {
  std::vector<size_t> machine_places;
  CandidateSet machines;
  if (choices.has_machines())
    machines = shown.of(choices.sets.back(), machine_places);
  json::array sets_json;
  for (size_t k = 0; k < choices.sets.size(); ++k) {
    const CandidateSet& set = choices.sets[k];
    sets_json.push_back(set_json(set, choices.found[k], choices.axes, [&](size_t candidate) {
      return set.network.empty() ? machine_places[candidate]
                                 : shown.place(set.candidates[candidate].rows.front());
    }));
  }
  document.header["sets"] = std::move(sets_json);
  document.header["nearly_as_fast"] = kNearlyAsFast;
  document.header["fastest_by"] = time_metric(points);
  document.header["goal_ms"] = json::value_from(goal);
  document.tables.push_back(sensitivity_table(sensitivities(points, choices.sets, choices.axes)));
  if (choices.has_machines())
    document.tables.push_back(machine_table(shown_points, machines, device));
}

// Of the options, else of the specification; a text that is none has no goal.
TimeGoal goal_of(const SweepReportOptions& options, const std::string& spec) {
  if (options.goal_ms)
    return options.goal_ms;
  try {
    const json::value text = parse_json(spec, "specification");
    return read_goal_ms(JsonReader(text, "specification"));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// What a board can be given, not what the circuit would take.
void make_clocks(std::vector<PointRow>& points, const FpgaDevice& device) {
  for (PointRow& p : points)
    if (ClockLabel& clock = p.spec.config.clock; clock.estimated && clock.mhz)
      clock.mhz = device_clock(device, *clock.mhz);
}

}  // namespace

ReportDocument sweep_document(SweepReader& reader, const std::string& path,
                              const SweepReportOptions& options) {
  const TimeGoal goal = goal_of(options, reader.header().spec);
  if (goal && !reader.header().clock.given())
    reader.set_clock({.mhz = std::nullopt, .estimated = true});
  std::vector<PointRow> points = reader.points();
  make_clocks(points, options.device);
  if (points.empty())
    throw InputError(fmt::format("{}: no point has been simulated yet", path));
  const std::vector<PointExtras> extras = extras_of(reader, points);
  const std::vector<size_t> chosen = rows_with_layers(points, reader.header().objectives, options);
  const Choices choices(points, reader.header().spec, options.device, goal);
  const Shown shown =
      shown_points(points, choices, reader.header().objectives, chosen, options.most_points);

  ReportDocument document{header_of(reader, path, points), {}};
  if (shown.rows().size() < points.size())
    document.header["points_missing"] = fmt::format(
        "This file has {} of the {} points of the sweep: the Pareto front, the points nearest to "
        "it, those that are recommended, {} quantiles of each objective, and of the others some, "
        "evenly in the order of the space. The summary, recommendations, the effects of axes and "
        "how many fit the device are of all points; tables, charts and other devices are of these. "
        "The database has them all: vta sweep list {}.",
        shown.rows().size(), points.size(), kKeptQuantiles, file_name(path));
  if (chosen.size() < points.size())
    document.header["layers_missing"] = fmt::format(
        "This file has the layers of {} of its {} points: those of the Pareto front and the {} "
        "nearest to it, by the factor that all objectives would have to shrink by to reach the "
        "front. The database has those of every point: vta report {} --all-layers includes them in "
        "the file, and vta compare shows a single point.",
        chosen.size(), shown.rows().size(), options.nearest, file_name(path));
  document.header["device"] = device_json(options.device);
  document.header["devices"] = devices_json(options.device);
  std::vector<PointRow> in_report = shown.of(points);
  for (const size_t row : chosen)
    in_report[shown.place(row)].result.layers = reader.layers(points[row].idx);
  document.tables.push_back(point_table(in_report, shown.of(extras), options.device));
  document.tables.push_back(config_table(in_report));
  document.tables.push_back(layer_table(in_report));
  add_choice(document, points, choices, shown, in_report, options.device, goal);
  return document;
}

}  // namespace vta::explore
