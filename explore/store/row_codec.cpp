#include "explore/store/row_codec.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "explore/record/quantity.h"
#include "explore/record/work_json.h"
#include "explore/store/schema.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

constexpr std::string_view kAfterStates =
    "values_key, samples, float_top1, top1, float_top5, top5, agreement, sqnr_db, lut, ff, dsp, "
    "bram18, path_ps, area_source, energy_pj, energy";

// In a file of that version.
template <typename Wanted>
std::string names_of(Wanted wanted, int64_t schema_version = kSweepSchemaVersion) {
  std::vector<std::string_view> names;
  for (const Quantity& quantity : quantities())
    if (quantity.*wanted)
      names.push_back(column_name(quantity, schema_version));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Of the tables, whose texts are numbers of shared ones; the views have the columns that are read.
std::string point_data_columns() {
  return fmt::format(
      "idx, config, network, images, schedule, chosen_quantization, memory, {}, host_operators, "
      "{}, {}",
      names_of(&Quantity::of_run), states_columns(), kAfterStates);
}

std::string layer_data_columns() {
  std::string columns = "idx, ordinal, work";
  for (const Quantity& quantity : quantities())
    if (quantity.in_kernel && is_of_time(quantity))
      columns += fmt::format(", {}", quantity.name);
  return fmt::format("{}, {}", columns, states_columns());
}

std::string layer_columns(int64_t schema_version) {
  return fmt::format("idx, ordinal, name, kind, description, onnx_nodes, {}, states",
                     names_of(&Quantity::in_kernel, schema_version));
}

// What read_point needs: the rest follows from the configuration.
std::string read_columns(int64_t schema_version) {
  return fmt::format(
      "idx, network, images, schedule, memory, chosen_quantization, config, config_hash, {}, "
      "host_operators, states, {}",
      names_of(&Quantity::in_run, schema_version), kAfterStates);
}

// What a file of that version has, with something in the place of what it has not.
std::string columns_of(int64_t schema_version, std::string_view table, std::string text) {
  for (const LaterColumn& column : kLaterColumns)
    if (const size_t at = text.find(column.name);
        schema_version < column.since && column.is_in(table) && at != std::string::npos)
      text.replace(at, column.name.size(), column.instead);
  return text;
}

// In the order of states_columns().
void bind_states(Statement& statement, const UnitCycles& units, std::string_view of) {
  for (size_t u = 0; u < units.size(); ++u)
    for (size_t s = 0; s < units[u].size(); ++s) {
      const auto unit = static_cast<TimedUnit>(u);
      const auto state = static_cast<UnitState>(s);
      if (has_state(unit, state))
        statement.bind(units[u][s]);
      else if (units[u][s] != 0)
        throw InputError(fmt::format("{}: {} has {} cycles in state {}, which it has not", of,
                                     timed_unit_name(unit), units[u][s], unit_state_name(state)));
    }
}

// With 15 digits, as many as the reader of JSON gives back exactly: a row that is read and written
// again stays what it was.
std::string energy_text(const PointCost& cost) {
  json::object parts;
  for (const auto& [name, value] : cost.energy)
    parts[name] = std::stod(fmt::format("{:.14e}", value));
  return json::serialize(parts);
}

std::vector<std::pair<std::string, double>> parse_energy(const std::string& text,
                                                         std::string_view origin) {
  const json::value parsed = parse_json(text, origin);
  if (!parsed.is_object())
    throw InputError(
        fmt::format("{}: energy is {}, expected an object of numbers", origin, json_kind(parsed)));
  std::vector<std::pair<std::string, double>> parts;
  for (const auto& [name, value] : parsed.as_object()) {
    if (!value.is_number() || !std::isfinite(value.to_number<double>()))
      throw InputError(fmt::format("{}: energy '{}' is {}, expected a number", origin,
                                   std::string_view(name), json_kind(value)));
    parts.emplace_back(name, value.to_number<double>());
  }
  return parts;
}

std::vector<HostOperator> parse_host_operators(const std::string& text, const std::string& where) {
  const json::value list = json::object{{"host_operators", parse_json(text, where)}};
  return read_host_operators(JsonReader(list, where), "host_operators");
}

std::vector<std::string> parse_texts(const std::string& text, std::string_view origin) {
  const json::value list = parse_json(text, origin);
  std::vector<std::string> texts;
  if (!list.is_array())
    throw InputError(
        fmt::format("{}: onnx_nodes are {}, expected a list of texts", origin, json_kind(list)));
  for (const json::value& value : list.get_array()) {
    if (!value.is_string())
      throw InputError(
          fmt::format("{}: one of onnx_nodes is {}, expected a text", origin, json_kind(value)));
    texts.emplace_back(value.get_string());
  }
  return texts;
}

// No figure of a run is larger, and the sums of those of kMostLayers layers are exact.
constexpr int64_t kMostFigure = int64_t{1} << 50;
constexpr int64_t kMostIndex = int64_t{1} << 62;
constexpr int64_t kMostImages = int64_t{1} << 20;

// The columns of a row from left to right. InputError where a number is none that a run can have:
// whoever computes with them need not think of overflow.
class Columns {
 public:
  Columns(const Statement& statement, std::string_view origin)
      : statement_(statement), origin_(origin) {}

  int64_t integer(int64_t least = 0, int64_t most = kMostFigure) {
    const int64_t value = statement_.integer(next_++);
    if (value < least || value > most)
      refuse(fmt::format("{}", value), least, most);
    return value;
  }
  double real() {
    const double value = statement_.real(next_++);
    if (!(value >= 0 && value <= std::numeric_limits<double>::max()))
      refuse(fmt::format("{}", value), 0, "any number");
    return value;
  }
  // Of a column that may be empty.
  std::optional<double> figure(double least, double most) {
    if (statement_.is_null(next_)) {
      ++next_;
      return std::nullopt;
    }
    const double value = statement_.real(next_++);
    if (!(value >= least && value <= most))
      refuse(fmt::format("{}", value), least, most);
    return value;
  }
  std::string text() { return statement_.text(next_++); }
  UnitCycles states() { return parse_states(text(), origin_); }
  void members(PointResult& run) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_run)
        quantity.in_run(run) = integer();
  }
  void members(LayerResult& layer) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_kernel)
        quantity.in_kernel(layer) = integer();
  }

 private:
  template <typename Least, typename Most>
  [[noreturn]] void refuse(const std::string& value, Least least, Most most) const {
    throw InputError(fmt::format("{}: {} is {}, expected {} to {}", origin_,
                                 statement_.name(next_ - 1), value, least, most));
  }

  const Statement& statement_;
  std::string_view origin_;
  int next_ = 0;
};

// Only of a network with samples.
void bind_accuracy(Statement& s, const PointRow& row, SharedRows& shared) {
  const Accuracy none{.samples = 0};
  const bool known = row.accuracy.has_value();
  const Accuracy& a = known ? *row.accuracy : none;
  s.bind(shared.text(row.values_key)).bind(a.samples);
  s.bind(a.float_top1).bind(a.top1).bind(a.float_top5).bind(a.top5);
  s.bind(known ? std::optional(a.agreement) : std::nullopt);
  s.bind(known ? std::optional(a.sqnr_db) : std::nullopt);
}

void read_accuracy_of(Columns& columns, PointRow& row, const std::string& where) {
  row.values_key = columns.text();
  Accuracy a{.samples = columns.integer()};
  a.float_top1 = columns.figure(0, 100);
  a.top1 = columns.figure(0, 100);
  a.float_top5 = columns.figure(0, 100);
  a.top5 = columns.figure(0, 100);
  const std::optional<double> agreement = columns.figure(0, 100);
  const std::optional<double> sqnr = columns.figure(-kMostSqnrDb, kMostSqnrDb);
  if ((a.samples > 0) != agreement.has_value() || agreement.has_value() != sqnr.has_value())
    throw InputError(
        fmt::format("{}: samples, agreement and sqnr_db belong together, some are "
                    "missing",
                    where));
  if (a.samples == 0)
    return;
  a.agreement = *agreement;
  a.sqnr_db = *sqnr;
  row.accuracy = a;
}

// What was legal when it was written is not the user's configuration: other text is damage. The
// hash is of the text, so that it holds too where later versions know more keys.
VtaConfig read_config(const std::string& text, const std::string& hash, std::string_view origin) {
  VtaConfig config;
  try {
    config = parse_config(text, fmt::format("{}: config", origin));
  } catch (const ConfigError& e) {
    throw InputError(e.what());
  }
  if (const std::string found = hash_hex(text); found != hash)
    throw InputError(
        fmt::format("{}: the configuration's hash is {}, the row says {}", origin, found, hash));
  return config;
}

}  // namespace

std::string_view insert_point_sql() {
  static const std::string sql = insert_sql("point_data", point_data_columns());
  return sql;
}

std::string_view insert_layer_sql() {
  static const std::string sql = insert_sql("layer_data", layer_data_columns());
  return sql;
}

std::string select_points_sql(int64_t schema_version) {
  return fmt::format("SELECT {} FROM point",
                     columns_of(schema_version, "point", read_columns(schema_version)));
}

std::string select_layers_sql(int64_t schema_version) {
  return fmt::format("SELECT {} FROM layer WHERE idx = ? ORDER BY ordinal",
                     columns_of(schema_version, "layer", layer_columns(schema_version)));
}

// By columns that have an index: the key is made of them.
std::string_view where_same_point() {
  return " WHERE config_hash = ? AND network = ? AND images = ? AND schedule = ? AND "
         "chosen_quantization = ?";
}

void bind_same_point(Statement& s, const PointSpec& spec) {
  s.bind(spec.config.hash()).bind(spec.network).bind(spec.images);
  s.bind(spec.schedule).bind(spec.quantization);
}

// In the order of point_data_columns().
void bind_point(Statement& s, const PointRow& row, SharedRows& shared) {
  const PointResult& r = row.result;
  s.afresh()
      .bind(row.idx)
      .bind(shared.config(row.spec.config))
      .bind(row.spec.network)
      .bind(row.spec.images);
  s.bind(shared.text(row.spec.schedule)).bind(shared.text(row.spec.quantization));
  s.bind(shared.text(row.memory));
  for (const Quantity& quantity : quantities())
    if (quantity.of_run)
      s.bind(quantity.of_run(r));
  s.bind(shared.text(json::serialize(host_operators_json(r.work))));
  bind_states(s, r.timing.units, fmt::format("point {}", row.idx));
  bind_accuracy(s, row, shared);
  s.bind(row.cost.lut).bind(row.cost.ff).bind(row.cost.dsp).bind(row.cost.bram18);
  s.bind(row.cost.path_ps);
  s.bind(row.cost.area_source).bind(row.cost.energy_pj).bind(shared.text(energy_text(row.cost)));
}

// In the order of layer_data_columns().
void bind_layer(Statement& s, int64_t idx, int64_t ordinal, const LayerResult& layer,
                SharedRows& shared) {
  s.afresh().bind(idx).bind(ordinal).bind(shared.work(layer));
  for (const Quantity& quantity : quantities())
    if (quantity.in_kernel && is_of_time(quantity))
      s.bind(quantity.of_kernel(layer));
  bind_states(s, layer.timing.units, fmt::format("layer {} of point {}", ordinal, idx));
}

// A column is known by its place: in the order of read_columns().
PointRow read_point(const Statement& statement, std::string_view origin) {
  PointRow row;
  const std::string where = fmt::format("{}: point {}", origin, statement.integer(0));
  Columns columns(statement, where);
  row.idx = columns.integer(0, kMostIndex);
  row.spec.network = columns.text();
  row.spec.images = columns.integer(1, kMostImages);
  row.spec.schedule = columns.text();
  row.memory = columns.text();
  row.spec.quantization = columns.text();
  // By itself: the order in which arguments of a call are evaluated is not that of the columns.
  const std::string config = columns.text();
  row.spec.config = read_config(config, columns.text(), where);
  PointResult& r = row.result;
  columns.members(r);
  r.work.host = parse_host_operators(columns.text(), where);
  r.timing.units = parse_states(columns.text(), where);
  read_accuracy_of(columns, row, where);
  row.cost.lut = columns.integer();
  row.cost.ff = columns.integer();
  row.cost.dsp = columns.integer();
  row.cost.bram18 = columns.integer();
  row.cost.path_ps = columns.integer();
  row.cost.area_source = columns.text();
  row.cost.energy_pj = columns.real();
  row.cost.energy = parse_energy(columns.text(), where);
  return row;
}

LayerResult read_layer(const Statement& statement, std::string_view origin) {
  const std::string where =
      fmt::format("{}: layer {} of point {}", origin, statement.integer(1), statement.integer(0));
  Columns columns(statement, where);
  columns.integer(0, kMostIndex);       // idx
  columns.integer(0, kMostLayers - 1);  // ordinal
  LayerResult layer;
  layer.name = columns.text();
  layer.kind = columns.text();
  layer.description = KernelDescription::parse(columns.text());
  layer.onnx_nodes = parse_texts(columns.text(), where);
  columns.members(layer);
  layer.timing.units = columns.states();
  return layer;
}

std::string states_text(const UnitCycles& units) {
  std::string text = "[";
  for (const StateCycles& unit : units)
    text += fmt::format("{}[{}]", text.size() > 1 ? "," : "", fmt::join(unit, ","));
  return text + "]";
}

UnitCycles parse_states(std::string_view text, std::string_view origin) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{}: states are {}, expected {} lists of {} integers", origin,
                                 what, kNumTimedUnits, kNumUnitStates));
  };
  const json::value parsed = parse_json(text, fmt::format("{}: states", origin));
  if (!parsed.is_array() || parsed.as_array().size() != size_t{kNumTimedUnits})
    refuse(json_kind(parsed));
  UnitCycles units{};
  for (size_t u = 0; u < units.size(); ++u) {
    const json::value& list = parsed.as_array()[u];
    if (!list.is_array() || list.as_array().size() != size_t{kNumUnitStates})
      refuse("a list with " + json_kind(list));
    for (size_t s = 0; s < units[u].size(); ++s) {
      const json::value& cycles = list.as_array()[s];
      if (!cycles.is_int64())
        refuse("lists with " + json_kind(cycles));
      units[u][s] = cycles.as_int64();
      if (units[u][s] < 0 || units[u][s] > kMostFigure)
        refuse(fmt::format("lists with {}", units[u][s]));
    }
  }
  return units;
}

std::string point_key(const PointSpec& spec) {
  const std::string quantization =
      spec.quantization.empty() ? "" : " quantization=" + spec.quantization;
  return fmt::format("{} images={} schedule={}{} config={}", spec.network, spec.images,
                     spec.schedule, quantization, spec.config.hash());
}

KernelTiming outside_of(const PointResult& result) {
  KernelTiming outside{result.timing.cycles, result.timing.units};
  for (const LayerResult& layer : result.layers) {
    outside.cycles -= layer.timing.cycles;
    for (size_t u = 0; u < outside.units.size(); ++u)
      for (size_t s = 0; s < outside.units[u].size(); ++s)
        outside.units[u][s] -= layer.timing.units[u][s];
  }
  return outside;
}

}  // namespace vta::explore
