#include "workbench/views/point_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/number_text.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "config/config_keys.h"
#include "explore/cost/metrics.h"
#include "explore/record/quantity.h"
#include "explore/store/point_metrics.h"

namespace vta::workbench {
namespace {

using namespace explore;

constexpr std::string_view kEstimateMark = "~";

PointColumn metric_column(const Metric& metric) {
  return {.name = std::string(metric.name),
          .estimate = metric.estimate,
          .cell = [&metric](const PointRow& row) -> PointCell {
            return metric_value(metric, metric_input(row));
          }};
}

PointColumn key_column(const IntegerKey& key) {
  return {.name = std::string(key.name),
          .cell = [member = key.member](const PointRow& row) -> PointCell {
            return row.spec.config.*member;
          }};
}

std::string memory_text(const PointRow& row) {
  return row.memory.empty() ? fmt::format("read={},write={}", row.spec.config.mem_read_latency,
                                          row.spec.config.mem_write_latency)
                            : row.memory;
}

std::string heading(const PointColumn& column) {
  return column.estimate ? fmt::format("{}{}", column.name, kEstimateMark) : column.name;
}

// An accuracy that nobody has measured.
bool is_unknown(const PointCell& cell) {
  const auto* real = std::get_if<double>(&cell);
  return real != nullptr && std::isnan(*real);
}

// For people.
std::string shown(const PointCell& cell) {
  if (const auto* real = std::get_if<double>(&cell))
    return std::isnan(*real) ? "-" : significant_text(*real);
  if (const auto* integer = std::get_if<int64_t>(&cell))
    return fmt::format("{}", *integer);
  return printable(std::get<std::string>(cell));
}

// The shortest text that reads back as the same number.
std::string exact(const PointCell& cell) {
  if (is_unknown(cell))
    return "";
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, cell);
}

bool is_text(const PointCell& cell) {
  return std::holds_alternative<std::string>(cell);
}

double number_of(const PointCell& cell) {
  if (const auto* integer = std::get_if<int64_t>(&cell))
    return static_cast<double>(*integer);
  return std::get<double>(cell);
}

template <typename T>
bool compares(const T& a, std::string_view op, const T& b) {
  return op == "="    ? a == b
         : op == "!=" ? a != b
         : op == "<"  ? a < b
         : op == "<=" ? a <= b
         : op == ">"  ? a > b
                      : a >= b;
}

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos
             ? ""
             : std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

}  // namespace

std::vector<PointColumn> identity_columns() {
  return {
      {.name = "point", .cell = [](const PointRow& row) -> PointCell { return row.idx; }},
      {.name = "network",
       .cell = [](const PointRow& row) -> PointCell { return row.spec.network; }},
      {.name = "images", .cell = [](const PointRow& row) -> PointCell { return row.spec.images; }},
      {.name = "schedule",
       .cell = [](const PointRow& row) -> PointCell { return row.spec.schedule; }},
      {.name = "configuration",
       .cell = [](const PointRow& row) -> PointCell { return row.spec.config.name(); }},
      {.name = "macs",
       .cell = [](const PointRow& row) -> PointCell { return row.spec.config.macs(); }},
      {.name = "bus",
       .cell = [](const PointRow& row) -> PointCell { return row.spec.config.bus_bytes(); }},
      {.name = "memory", .cell = [](const PointRow& row) -> PointCell { return memory_text(row); }},
  };
}

PointColumn quantization_column() {
  return {.name = "quantization",
          .cell = [](const PointRow& row) -> PointCell { return row.spec.quantization; }};
}

std::vector<PointColumn> accuracy_columns() {
  std::vector<PointColumn> columns = {
      {.name = "samples", .cell = [](const PointRow& row) -> PointCell {
         return row.accuracy ? row.accuracy->samples : int64_t{0};
       }}};
  for (const Metric& metric : accuracy_metrics())
    columns.push_back(metric_column(metric));
  for (const Metric& metric : metrics())
    if (metric.of_accuracy != nullptr)
      columns.push_back(metric_column(metric));
  return columns;
}

std::vector<PointColumn> key_columns() {
  std::vector<PointColumn> columns;
  for (const IntegerKey& key : integer_keys())
    columns.push_back(key_column(key));
  return columns;
}

std::vector<PointColumn> key_columns_that_differ(std::span<const PointRow> points) {
  std::vector<PointColumn> columns;
  for (const IntegerKey& key : integer_keys()) {
    const auto differs = [&](const PointRow& row) {
      return row.spec.config.*key.member != points.front().spec.config.*key.member;
    };
    if (std::ranges::any_of(points, differs))
      columns.push_back(key_column(key));
  }
  return columns;
}

std::vector<PointColumn> figure_columns() {
  std::vector<PointColumn> columns = {
      {.name = "cycles",
       .cell = [](const PointRow& row) -> PointCell { return row.result.timing.cycles; }},
      {.name = "area_source",
       .cell = [](const PointRow& row) -> PointCell { return row.cost.area_source; }},
      {.name = "device_mac_percent",
       .cell = [](const PointRow& row) -> PointCell { return device_percent(row.result.work); }},
  };
  for (const Metric& metric : metrics())
    if (metric.of_accuracy == nullptr)
      columns.push_back(metric_column(metric));
  return columns;
}

// Metrics are what follows from a clock or an image, and areas.
static bool has_another_column(const Quantity& quantity) {
  return quantity.kind == QuantityKind::Reading || quantity.kind == QuantityKind::Time ||
         quantity.kind == QuantityKind::Rate || quantity.kind == QuantityKind::Area ||
         quantity.name == "cycles" || quantity.name == "device_mac_percent";
}

static PointCell cell_of(const Figure& figure) {
  if (const auto* whole = std::get_if<int64_t>(&figure))
    return *whole;
  const auto* real = std::get_if<double>(&figure);
  return real != nullptr ? *real : std::numeric_limits<double>::quiet_NaN();
}

std::vector<PointColumn> quantity_columns() {
  std::vector<PointColumn> columns;
  for (const Quantity& quantity : quantities())
    if (quantity.of_runs() && !has_another_column(quantity))
      columns.push_back(
          {.name = std::string(quantity.name), .cell = [&quantity](const PointRow& row) {
             return cell_of(figure_of(quantity, {row.spec.config, row.spec.images, row.result}));
           }});
  return columns;
}

std::vector<PointColumn> clock_columns() {
  std::vector<PointColumn> columns;
  for (const Metric& metric : clock_metrics())
    columns.push_back({.name = std::string(metric.name),
                       .estimate = metric.estimate,
                       .cell = [&metric](const PointRow& row) -> PointCell {
                         if (!row.spec.config.clock.mhz)
                           return 0.0;
                         return metric_value(metric, metric_input(row));
                       }});
  return columns;
}

std::vector<PointColumn> metric_columns(std::span<const std::string> names) {
  std::vector<PointColumn> columns;
  for (const std::string& name : names)
    columns.push_back(metric_column(find_metric(name)));
  return columns;
}

// Texts to the left, numbers to the right.
std::string aligned_table(std::span<const PointColumn> columns, std::span<const PointRow> points) {
  std::vector<std::string> lines(points.size() + 1);
  bool estimates = false;
  for (const PointColumn& column : columns) {
    std::vector<std::string> cells = {heading(column)};
    bool text = false;
    for (const PointRow& row : points) {
      const PointCell cell = column.cell(row);
      text = is_text(cell);
      cells.push_back(shown(cell));
    }
    size_t width = 0;
    for (const std::string& cell : cells)
      width = std::max(width, cell.size());
    for (size_t k = 0; k < cells.size(); ++k)
      lines[k] += text ? fmt::format("  {:<{}}", cells[k], width)
                       : fmt::format("  {:>{}}", cells[k], width);
    estimates = estimates || column.estimate;
  }
  std::string table;
  for (const std::string& line : lines)
    table += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return estimates ? fmt::format("{}{} an estimate: docs/cost.md\n", table, kEstimateMark) : table;
}

std::string csv_table(std::span<const PointColumn> columns, std::span<const PointRow> points) {
  std::string table;
  for (const PointColumn& column : columns)
    table += (table.empty() ? "" : ",") + csv_cell(heading(column));
  table += "\n";
  for (const PointRow& row : points)
    for (size_t k = 0; k < columns.size(); ++k)
      table.append(csv_cell(exact(columns[k].cell(row))))
          .append(k + 1 < columns.size() ? "," : "\n");
  return table;
}

const PointColumn& find_column(std::span<const PointColumn> columns, std::string_view name) {
  std::vector<std::string_view> names;
  for (const PointColumn& column : columns) {
    if (column.name == name || column.name == name_today(name))
      return column;
    names.push_back(column.name);
  }
  throw ConfigError(fmt::format("unknown column '{}': {}", name, known_names(name, names)));
}

bool cell_less(const PointCell& a, const PointCell& b) {
  if (is_text(a))
    return std::get<std::string>(a) < std::get<std::string>(b);
  if (is_unknown(a) || is_unknown(b))
    return !is_unknown(a) && is_unknown(b);
  return number_of(a) < number_of(b);
}

PointCondition::PointCondition(std::string_view text, std::span<const PointColumn> columns) {
  constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "!=", "=", "<", ">"};
  const size_t at = text.find_first_of("<>!=");
  const auto* op = std::ranges::find_if(kOperators, [&](std::string_view candidate) {
    return at != std::string_view::npos && text.substr(at).starts_with(candidate);
  });
  if (op == kOperators.end())
    throw UsageError(
        fmt::format("'{}' is no condition: COLUMN OPERATOR VALUE, e.g. macs<=256; operators are {}",
                    text, fmt::join(kOperators, ", ")));
  operator_ = *op;
  text_ = trimmed(text.substr(at + op->size()));
  column_ = find_column(columns, trimmed(text.substr(0, at)));
  const char* end = text_.data() + text_.size();
  const bool number =
      is_text(column_.cell(PointRow{})) || std::from_chars(text_.data(), end, number_).ptr == end;
  if (text_.empty() || !number)
    throw UsageError(
        fmt::format("'{}': {} is compared with a number, '{}' is none", text, column_.name, text_));
  if (is_text(column_.cell(PointRow{})) && operator_ != "=" && operator_ != "!=")
    throw UsageError(
        fmt::format("'{}': {} is a text, which is compared by = and !=", text, column_.name));
}

bool PointCondition::holds(const PointRow& point) const {
  const PointCell cell = column_.cell(point);
  if (is_unknown(cell))
    return false;
  return is_text(cell) ? compares(std::get<std::string>(cell), operator_, text_)
                       : compares(number_of(cell), operator_, number_);
}

}  // namespace vta::workbench
