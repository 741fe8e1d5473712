#include "explore/store/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "explore/record/config_columns.h"
#include "explore/store/schema_version.h"
#include "sim/timing.h"

namespace vta::explore {

std::string_view sweep_schema_sql();   // schema.sql
std::string_view points_sql();         // points.sql
std::string_view former_points_sql();  // former_points.sql

namespace {

constexpr int64_t kSharedRowsSince = 7;
// Before, units had a column for each of kNumUnitStates.
constexpr int64_t kOwnStatesSince = 8;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// A line with each name in the place of "{0}".
std::string lines_of(std::string_view form, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format(fmt::runtime(form), name);
  return text;
}

template <typename Wanted>
std::vector<std::string> names_where(Wanted wanted) {
  std::vector<std::string> names;
  for (const Quantity& quantity : quantities())
    if (wanted(quantity))
      names.emplace_back(quantity.name);
  return names;
}

// In the order of UnitCycles; empty where files of that version have no such column.
std::vector<std::string> names_of_states(int64_t version) {
  std::vector<std::string> names;
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s) {
      const auto unit = static_cast<TimedUnit>(u);
      const auto state = static_cast<UnitState>(s);
      names.push_back(has_state(unit, state) || version < kOwnStatesSince
                          ? fmt::format("{}_{}", timed_unit_name(unit), unit_state_name(state))
                          : "");
    }
  return names;
}

std::vector<std::string> names_of_stored_states(int64_t version) {
  std::vector<std::string> names = names_of_states(version);
  std::erase(names, "");
  return names;
}

// As states_text() writes them.
std::string states_sql(char table, int64_t version) {
  std::string unit = "[%d";
  for (int s = 1; s < kNumUnitStates; ++s)
    unit += ",%d";
  unit += "]";
  std::string form = unit;
  for (int u = 1; u < kNumTimedUnits; ++u)
    form += "," + unit;
  std::string text = fmt::format("printf('[{}]'", form);
  for (const std::string& name : names_of_states(version))
    text += name.empty() ? ", 0" : fmt::format(", {}.{}", table, name);
  return text + ")";
}

std::vector<std::string> names_of_numbers() {
  std::vector<std::string> names;
  for (int k = 0; k < kMostConfigNumbers; ++k)
    names.push_back(fmt::format("number_{}", k));
  return names;
}

std::string shared_points_of(int64_t version) {
  std::string sql(points_sql());
  constexpr std::string_view kColumn = "  {0} INTEGER NOT NULL,\n";
  const auto of_run = [](const Quantity& q) { return q.of_run != nullptr; };
  const auto of_work = [](const Quantity& q) { return q.in_kernel && !is_of_time(q); };
  const auto of_time = [](const Quantity& q) { return q.in_kernel && is_of_time(q); };
  std::vector<std::string> of_config;
  for (const ConfigColumn& column : config_columns())
    of_config.emplace_back(column.name);
  std::string of_kernel;
  for (const Quantity& quantity : quantities())
    if (quantity.in_kernel)
      of_kernel +=
          fmt::format("  {0}.{1} AS {1},\n", is_of_time(quantity) ? 'l' : 'w', quantity.name);
  std::string config_lines = lines_of(kColumn, of_config);
  config_lines.resize(config_lines.size() - 2);  // the last has no comma
  replace_all(sql, "  (columns of a configuration)", config_lines);
  replace_all(sql, "  (quantities of work)\n", [&] {
    std::string text = lines_of(kColumn, names_where(of_work));
    text.resize(text.size() - 2);
    return text + "\n";
  }());
  replace_all(sql, "  (quantities of a run)\n", lines_of(kColumn, names_where(of_run)));
  replace_all(sql, "  (quantities of time)\n", lines_of(kColumn, names_where(of_time)));
  replace_all(sql, "  (states)\n", lines_of(kColumn, names_of_stored_states(version)));
  replace_all(sql, "  (numbers)\n", lines_of("  {0} INTEGER,\n", names_of_numbers()));
  replace_all(sql, "(text of a configuration)",
              fmt::format("printf(forms.value{})", lines_of(", c.{0}", names_of_numbers())));
  replace_all(sql, "  (columns of c)\n", lines_of("  c.{0} AS {0},\n", of_config));
  replace_all(sql, "  (quantities of p)\n", lines_of("  p.{0} AS {0},\n", names_where(of_run)));
  replace_all(sql, "  (quantities of l and w)\n", of_kernel);
  replace_all(sql, "(states of p)", states_sql('p', version));
  replace_all(sql, "(states of l)", states_sql('l', version));
  return sql;
}

template <typename Wanted>
std::string former_lines(std::string_view table, Wanted wanted, int64_t version) {
  const auto later = [&](std::string_view name) {
    return std::ranges::any_of(kLaterColumns, [&](const LaterColumn& column) {
      return column.name == name && column.is_in(table) && version < column.since;
    });
  };
  std::string text;
  for (const Quantity& quantity : quantities())
    if (quantity.*wanted && !later(quantity.name))
      text += fmt::format("  {} INTEGER NOT NULL,\n", column_name(quantity, version));
  return text;
}

std::string former_points_of(int64_t version) {
  std::string sql(former_points_sql());
  replace_all(sql, "  (quantities of a run)\n", former_lines("point", &Quantity::of_run, version));
  replace_all(sql, "  (quantities of a kernel)\n",
              former_lines("layer", &Quantity::in_kernel, version));
  const auto without = [&](int64_t since, std::string_view name, std::string_view type) {
    if (version < since)
      replace_all(sql, fmt::format("  {} {},\n", name, type), "");
  };
  for (const LaterColumn& column : kLaterColumns)
    if (column.table.empty())  // else of a quantity, which stands in both
      without(column.since, column.name, column.type);
  for (const ConfigColumn& column : config_columns())
    without(column.since, column.name, "INTEGER NOT NULL");
  return sql;
}

}  // namespace

std::string sweep_schema_of(int64_t version) {
  const bool shared = version >= kSharedRowsSince;
  std::string sql(sweep_schema_sql());
  replace_all(sql, "(tables of points)\n",
              shared ? shared_points_of(version) : former_points_of(version));
  replace_all(sql, "(points)", shared ? "point_data" : "point");
  if (version < 5)
    replace_all(sql, ",\n  accuracy TEXT NOT NULL", "");
  return sql;
}

std::string insert_sql(std::string_view table, std::string_view columns) {
  std::string places = "?";
  for (const char c : columns)
    if (c == ',')
      places += ", ?";
  return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns, places);
}

std::string_view column_name(const Quantity& quantity, int64_t version) {
  return version < 6 && !quantity.old_column.empty() ? quantity.old_column : quantity.name;
}

bool is_of_time(const Quantity& quantity) {
  return quantity.group == "timing" && !quantity.name.ends_with("_compute");
}

std::string number_columns() {
  return fmt::format("{}", fmt::join(names_of_numbers(), ", "));
}

bool has_state(TimedUnit unit, UnitState state) {
  switch (state) {
    case UnitState::TokenPrev:
      return unit == TimedUnit::Compute || unit == TimedUnit::Store;
    case UnitState::TokenNext:
      return unit == TimedUnit::Compute || unit == TimedUnit::Load;
    case UnitState::Slot:
      return unit == TimedUnit::Fetch;
    default:
      return true;
  }
}

std::string states_columns() {
  return fmt::format("{}", fmt::join(names_of_stored_states(kSweepSchemaVersion), ", "));
}

}  // namespace vta::explore
