#include "explore/report/point_tables.h"
#include "explore/store/point_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "explore/cost/clock_times.h"
#include "explore/cost/metrics.h"
#include "explore/record/config_columns.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/quantity.h"
#include "hw/synth/device_fit.h"

namespace vta::explore {
namespace {

constexpr std::string_view kDeviceShare = "device_share";

template <typename Row, typename From>
Column column(std::string name, std::span<const Row> rows, From&& from) {
  using Value = std::decay_t<std::invoke_result_t<From, const Row&>>;
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Row& row : rows)
    values.push_back(std::invoke(from, row));
  return {std::move(name), std::move(values)};
}

// Integers where all are, which take less room.
Column compact(std::string name, std::vector<double> values) {
  const bool whole = std::ranges::all_of(values, [](double v) {
    return std::isfinite(v) && v == static_cast<double>(static_cast<int64_t>(v)) &&
           std::abs(v) < 1e15;
  });
  if (!whole)
    return {std::move(name), std::move(values)};
  return {std::move(name), std::vector<int64_t>(values.begin(), values.end())};
}

// Bounds only where `bounds` says that all points have them.
template <typename Row, typename Of>
void add_quantities(ColumnTable& table, std::span<const Row> rows, bool bounds, const Of& of) {
  for (const Quantity& quantity : quantities()) {
    const bool left =
        quantity.kind == QuantityKind::Reading || (quantity.kind == QuantityKind::Least && !bounds);
    if (const auto value = of(quantity); value && !left)
      table.add(column(std::string(quantity.name), rows, value));
  }
}

// A unit is in one of its states in each of a run's cycles, and nearly so in a layer's, which end
// when the last result is stored.
void expect_sums(ColumnTable& table) {
  const auto states = [](TimedUnit unit, std::string_view without = {}) {
    std::vector<std::string> names;
    for (int s = 0; s < kNumUnitStates; ++s)
      if (const std::string_view state = unit_state_name(static_cast<UnitState>(s));
          state != without)
        names.push_back(fmt::format("{}_{}", timed_unit_name(unit), state));
    return names;
  };
  table.expect("cycles", states(TimedUnit::Store));
  table.expect("total_nbytes", {"inp_load_nbytes", "wgt_load_nbytes", "acc_load_nbytes",
                                "uop_load_nbytes", "out_store_nbytes"});
  table.expect("fetch_none", {"cycles"}, states(TimedUnit::Fetch, "none"));
  table.expect("load_token_next", {"cycles"}, states(TimedUnit::Load, "token_next"));
  table.expect("compute_token_prev", {"cycles"}, states(TimedUnit::Compute, "token_prev"));
}

template <typename Row, typename UnitsOf>
void add_states(ColumnTable& table, std::span<const Row> rows, UnitsOf units) {
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s)
      table.add(column(fmt::format("{}_{}", timed_unit_name(static_cast<TimedUnit>(u)),
                                   unit_state_name(static_cast<UnitState>(s))),
                       rows, [&](const Row& row) { return units(row)[u][s]; }));
}

void add_configuration(ColumnTable& table, std::span<const PointRow> points) {
  const auto add_text = [&](const char* name, auto from) { table.add(column(name, points, from)); };
  add_text("network", [](const PointRow& p) { return p.spec.network; });
  table.add(column("images", points, [](const PointRow& p) { return p.spec.images; }));
  add_text("schedule", [](const PointRow& p) { return p.spec.schedule; });
  if (std::ranges::any_of(points, [](const PointRow& p) { return !p.spec.quantization.empty(); }))
    add_text("quantization", [](const PointRow& p) { return p.spec.quantization; });
  add_text("memory", [](const PointRow& p) { return p.memory; });
  add_text("config_name", [](const PointRow& p) { return p.spec.config.name(); });
  add_text("config_hash", [](const PointRow& p) { return p.spec.config.hash(); });
  for (const ConfigColumn& of_config : config_columns())
    table.add(column(std::string(of_config.name), points,
                     [&](const PointRow& p) { return of_config.of(p.spec.config); }));
}

// Databases and runs of before they were kept have none.
bool have_rooflines(std::span<const PointRow> points) {
  return std::ranges::all_of(points, [](const PointRow& p) { return p.result.least_cycles > 0; });
}

using RunNumber = std::function<int64_t(const PointRow&)>;

void add_results(ColumnTable& table, std::span<const PointRow> points) {
  add_quantities(table, points, have_rooflines(points), [](const Quantity& q) {
    return q.of_run ? RunNumber([&q](const PointRow& p) { return q.of_run(p.result); }) : nullptr;
  });
  table.add(column("host_operators", points,
                   [](const PointRow& p) { return host_operators_text(p.result.work); }));
  table.add(
      column("why", points, [](const PointRow& p) { return lost_pattern(p.result.timing.units); }));
  add_states(table, points,
             [](const PointRow& p) -> const UnitCycles& { return p.result.timing.units; });
  expect_sums(table);
}

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// Of two runs one may have none: its times are not known.
bool has_clock(const PointRow& point) {
  return point.spec.config.clock.mhz.has_value();
}
bool have_clocks(std::span<const PointRow> points) {
  return std::ranges::any_of(points, has_clock);
}

void add_clock_metrics(ColumnTable& table, std::span<const PointRow> points,
                       std::span<const std::vector<size_t>> groups) {
  const auto of_groups = [&](auto value) {
    std::vector<double> values;
    for (const std::vector<size_t>& rows : groups)
      values.push_back(has_clock(points[rows.front()]) ? value(rows) : kNotKnown);
    return values;
  };
  table.add(compact("clock_mhz", of_groups([&](const std::vector<size_t>& rows) {
                      return *points[rows.front()].spec.config.clock.mhz;
                    })));
  for (const Metric& metric : clock_metrics())
    table.add(compact(std::string(metric.name), of_groups([&](const std::vector<size_t>& rows) {
                        return frame_metric(points, rows, metric);
                      })));
}

// Of groups of points, a row each; metrics that the table has already are left.
void add_metrics(ColumnTable& table, std::span<const PointRow> points,
                 std::span<const std::vector<size_t>> groups) {
  const auto add = [&](const Metric& metric) {
    if (std::ranges::any_of(table.columns(),
                            [&](const Column& c) { return c.name == metric.name; }))
      return;  // lut, ff, dsp
    if (!std::ranges::all_of(points,
                             [&](const PointRow& p) { return is_known(metric, metric_input(p)); }))
      return;
    std::vector<double> values;
    for (const std::vector<size_t>& rows : groups)
      values.push_back(frame_metric(points, rows, metric));
    table.add(compact(std::string(metric.name), std::move(values)));
  };
  for (const std::span<const Metric> list : {metrics(), accuracy_metrics()})
    for (const Metric& metric : list)
      add(metric);
  if (have_clocks(points))
    add_clock_metrics(table, points, groups);
}

std::vector<std::vector<size_t>> each_alone(size_t count) {
  std::vector<std::vector<size_t>> groups;
  for (size_t row = 0; row < count; ++row)
    groups.push_back({row});
  return groups;
}

ModuleArea area_of_point(const PointCost& cost) {
  ModuleArea total;
  total.lut = cost.lut;
  total.ff = cost.ff;
  total.dsp = cost.dsp;
  total.bram18 = cost.bram18;
  return total;
}

// What stands in the way on the device, and what would help: a line per sentence.
std::string fit_words(const PointRow& point, const FpgaDevice& device) {
  const DeviceFit fit = device_fit(device, area_of_point(point.cost), point.spec.config);
  return fmt::format("{}", fmt::join(fit.sentences, "\n"));
}

void add_area(ColumnTable& table, std::span<const PointRow> points, const FpgaDevice& device) {
  table.add(column("lut", points, [](const PointRow& p) { return p.cost.lut; }));
  table.add(column("ff", points, [](const PointRow& p) { return p.cost.ff; }));
  table.add(column("dsp", points, [](const PointRow& p) { return p.cost.dsp; }));
  table.add(column("bram18", points, [](const PointRow& p) { return p.cost.bram18; }));
  table.add(column("area_source", points, [](const PointRow& p) { return p.cost.area_source; }));
  table.add(column("device_fit", points, [&](const PointRow& p) { return fit_words(p, device); }));
}

// 1 where area and memory port are enough, else 0.
void add_fits(ColumnTable& table, std::span<const PointRow> points, const FpgaDevice& device) {
  table.add(column("fits", points, [&](const PointRow& p) {
    return int64_t{share_of(device, use_of(p.cost)) <= 1 &&
                   port_takes(device, p.spec.config.bus_bytes())};
  }));
}

void add_device_share(ColumnTable& table, std::span<const PointRow> points,
                      const FpgaDevice& device) {
  if (share_column(device) == kDeviceShare)
    table.add(column(std::string(kDeviceShare), points,
                     [&](const PointRow& p) { return share_of(device, use_of(p.cost)); }));
}

struct LayerRow {
  int64_t point = 0;
  int64_t ordinal = 0;
  const LayerResult* layer = nullptr;
};

using LayerNumber = std::function<int64_t(const LayerRow&)>;

std::vector<LayerRow> layer_rows(std::span<const PointRow> points) {
  std::vector<LayerRow> rows;
  for (size_t p = 0; p < points.size(); ++p)
    for (size_t k = 0; k < points[p].result.layers.size(); ++k)
      rows.push_back(
          {static_cast<int64_t>(p), static_cast<int64_t>(k), &points[p].result.layers[k]});
  std::ranges::stable_sort(rows, {}, &LayerRow::ordinal);
  return rows;
}

Column key_column(const std::string& key, const std::vector<boost::json::object>& configs) {
  if (configs.front().at(key).is_string()) {
    std::vector<std::string> texts;
    for (const boost::json::object& config : configs)
      texts.emplace_back(config.at(key).as_string());
    return {key, std::move(texts)};
  }
  std::vector<int64_t> values;
  for (const boost::json::object& config : configs)
    values.push_back(config.at(key).to_number<int64_t>());
  return {key, std::move(values)};
}

}  // namespace

std::string share_column(const FpgaDevice& device) {
  return device == find_device("zynq7020") ? "zynq7020_share" : std::string(kDeviceShare);
}

ColumnTable point_table(std::span<const PointRow> points, std::span<const PointExtras> extras,
                        const FpgaDevice& device) {
  ColumnTable table("point");
  table.add(column("idx", points, [](const PointRow& p) { return p.idx; }));
  add_configuration(table, points);
  add_results(table, points);
  add_area(table, points, device);
  add_fits(table, points, device);
  table.add(column("energy_pj", points, [](const PointRow& p) { return p.cost.energy_pj; }));
  add_metrics(table, points, each_alone(points.size()));
  add_device_share(table, points, device);
  if (!extras.empty()) {
    table.add(column("pareto", extras,
                     [](const PointExtras& e) { return std::string(e.pareto ? "yes" : "no"); }));
    table.add(column("confirmation", extras, &PointExtras::confirmation));
  }
  return table;
}

ColumnTable machine_table(std::span<const PointRow> points, const CandidateSet& all,
                          const FpgaDevice& device) {
  std::vector<PointRow> firsts;
  std::vector<std::vector<size_t>> groups;
  for (const Candidate& candidate : all.candidates) {
    firsts.push_back(points[candidate.rows.front()]);
    groups.push_back(candidate.rows);
  }
  const std::span<const Candidate> machines(all.candidates);
  ColumnTable table("machine");
  add_configuration(table, firsts);
  add_area(table, firsts, device);
  add_fits(table, firsts, device);
  add_metrics(table, points, groups);
  add_device_share(table, firsts, device);
  const size_t networks = machines.empty() ? 0 : machines.front().rows.size();
  for (size_t k = 0; k < networks; ++k)
    table.add(column(fmt::format("point_{}", k), machines,
                     [k](const Candidate& c) { return static_cast<int64_t>(c.rows[k]); }));
  return table;
}

ColumnTable config_table(std::span<const PointRow> points) {
  ColumnTable table("config");
  std::vector<boost::json::object> configs;
  for (const PointRow& point : points)
    configs.push_back(boost::json::parse(point.spec.config.identity_json()).as_object());
  if (configs.empty())
    return table;
  for (const auto& member : boost::json::object(configs.front()))
    table.add(key_column(member.key(), configs));
  return table;
}

ColumnTable layer_table(std::span<const PointRow> points) {
  ColumnTable table("layer");
  const std::vector<LayerRow> all = layer_rows(points);
  const std::span<const LayerRow> rows(all);
  table.add(column("point", rows, &LayerRow::point));
  table.add(column("ordinal", rows, &LayerRow::ordinal));
  const auto add = [&](const char* name, auto from) {
    table.add(column(name, rows, [from](const LayerRow& row) { return from(*row.layer); }));
  };
  add("name", [](const LayerResult& l) { return l.name; });
  add("kind", [](const LayerResult& l) { return l.kind; });
  add_quantities(table, rows, have_rooflines(points), [](const Quantity& q) {
    return q.of_kernel ? LayerNumber([&q](const LayerRow& row) { return q.of_kernel(*row.layer); })
                       : nullptr;
  });
  add("description", [](const LayerResult& l) { return l.description.text(); });
  add("onnx_nodes",
      [](const LayerResult& l) { return fmt::format("{}", fmt::join(l.onnx_nodes, ", ")); });
  add("why", [](const LayerResult& l) { return lost_pattern(l.timing.units); });
  if (have_clocks(points))
    table.add(column("milliseconds", rows, [&points](const LayerRow& row) {
      const PointRow& point = points[static_cast<size_t>(row.point)];
      return has_clock(point) ? milliseconds(row.layer->timing.cycles, *point.spec.config.clock.mhz)
                              : kNotKnown;
    }));
  add_states(table, rows,
             [](const LayerRow& row) -> const UnitCycles& { return row.layer->timing.units; });
  expect_sums(table);
  return table;
}

}  // namespace vta::explore
