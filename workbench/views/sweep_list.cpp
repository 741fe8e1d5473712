#include "workbench/views/sweep_list.h"

#include <algorithm>
#include <boost/json.hpp>

#include "base/json.h"
#include "base/provenance.h"
#include "explore/store/reader.h"
#include "workbench/views/point_notes.h"
#include "workbench/views/point_table.h"
#include "workbench/views/sweep_report.h"

namespace vta::workbench {
namespace {

using namespace explore;
namespace json = boost::json;
using Columns = std::vector<PointColumn>;

Columns operator+(Columns columns, const Columns& more) {
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

// Times where the sweep has a clock.
Columns times_of(const SweepReader& reader) {
  return reader.header().clock.given() ? clock_columns() : Columns{};
}

bool any_accuracy(std::span<const PointRow> points) {
  return std::ranges::any_of(points, [](const PointRow& row) { return row.accuracy.has_value(); });
}

bool any_quantization(std::span<const PointRow> points) {
  return std::ranges::any_of(points,
                             [](const PointRow& row) { return !row.spec.quantization.empty(); });
}

// Where the sweep has an axis and samples: tables of others are as they always were.
Columns quantization_of(std::span<const PointRow> points) {
  return any_quantization(points) ? Columns{quantization_column()} : Columns{};
}

Columns accuracy_of(std::span<const PointRow> points) {
  return any_accuracy(points) ? accuracy_columns() : Columns{};
}

// `columns` are those that conditions and the order may name.
void select(std::vector<PointRow>& points, const ListOptions& options, const Columns& columns) {
  for (const std::string& text : options.where) {
    const PointCondition condition(text, columns);
    std::erase_if(points, [&](const PointRow& row) { return !condition.holds(row); });
  }
  if (!options.sort.empty()) {
    const PointColumn& column = find_column(columns, options.sort);
    std::ranges::stable_sort(points, [&](const PointRow& a, const PointRow& b) {
      return cell_less(column.cell(a), column.cell(b));
    });
  }
  if (options.most > 0 && std::ssize(points) > options.most)
    points.resize(static_cast<size_t>(options.most));
}

std::string list_json(SweepReader& reader, const std::vector<PointRow>& points) {
  json::array rows, estimates;
  for (const PointRow& row : points)
    rows.push_back(point_json(row));
  for (const PointColumn& column : figure_columns() + times_of(reader))
    if (column.estimate)
      estimates.emplace_back(column.name);
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.sweep_list", .schema_version = 2});
  out["spec_hash"] = reader.header().spec_hash;
  out["estimates"] = estimates;
  out["points"] = rows;
  return json_text(out) + "\n";
}

}  // namespace

std::string point_list(const std::string& database, const ListOptions& options) {
  SweepReader reader(database);
  if (options.clock.given())
    reader.set_clock(options.clock);
  std::vector<PointRow> points = options.pareto ? front_of(reader) : reader.points();
  const Columns quantization = quantization_of(points), accuracy = accuracy_of(points);
  const Columns columns = identity_columns() + quantization + key_columns() + figure_columns() +
                          accuracy + times_of(reader) + quantity_columns();
  const Columns differing = key_columns_that_differ(options.pareto ? reader.points() : points);
  select(points, options, columns);
  if (options.json)
    return list_json(reader, points);
  if (options.csv)
    return csv_table(columns, points);
  Columns figures = figure_columns();
  figures.erase(figures.begin(),
                figures.begin() + 2);  // cycles, area_source: cycles_per_image says it
  const Columns shown = identity_columns() + quantization + differing + figures + accuracy;
  return aligned_table(shown + times_of(reader), points) + point_notes(points);
}

}  // namespace vta::workbench
