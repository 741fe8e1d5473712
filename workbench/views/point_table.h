// Points of a sweep as a table: what every column is called and holds, for people, for CSV, for
// conditions on rows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "explore/store/rows.h"

namespace vta::workbench {

using PointCell = std::variant<std::string, int64_t, double>;

struct PointColumn {
  std::string name;       // "LOG_BATCH", "cycles_per_image"
  bool estimate = false;  // marked wherever it is shown
  std::function<PointCell(const explore::PointRow&)> cell;
};

// point, network, images, schedule, configuration, macs, bus, memory.
std::vector<PointColumn> identity_columns();
// Of the axis; empty without one.
PointColumn quantization_column();
// samples, and every metric of accuracy, which is unknown (NaN, no condition holds of it, and it
// comes last) of points without samples.
std::vector<PointColumn> accuracy_columns();
// Every key of vta_config.json with an integer value; `points`: those that differ among these.
std::vector<PointColumn> key_columns();
std::vector<PointColumn> key_columns_that_differ(std::span<const explore::PointRow> points);
// cycles of the run, area_source, device_mac_percent (what part of the network the cycles are of),
// and every metric but those of accuracy; `names`: these metrics. ConfigError:
// find_metric.
std::vector<PointColumn> figure_columns();
// Every other number that a run says (explore/record/quantity.h), counters among them; bounds are
// unknown of points that were found before there were any.
std::vector<PointColumn> quantity_columns();
// Times, of points that have a clock; 0 of others.
std::vector<PointColumn> clock_columns();
std::vector<PointColumn> metric_columns(std::span<const std::string> names);

// Rows below their header; estimates are marked by ~ behind their name, which a last line explains.
std::string aligned_table(std::span<const PointColumn> columns,
                          std::span<const explore::PointRow> points);
// RFC 4180; numbers as exact as they are.
std::string csv_table(std::span<const PointColumn> columns,
                      std::span<const explore::PointRow> points);

// "LOG_BLOCK_IN=4", "cycles_per_image<1e6", "network!=vgg11": =, !=, <, <=, >, >= and a number, or
// = and != and a text.
class PointCondition {
 public:
  // UsageError where it is none; ConfigError, with the nearest name, for a column that is none.
  PointCondition(std::string_view text, std::span<const PointColumn> columns);
  bool holds(const explore::PointRow& point) const;

 private:
  PointColumn column_;
  std::string operator_, text_;
  double number_ = 0;
};

// ConfigError with the nearest name, and all.
const PointColumn& find_column(std::span<const PointColumn> columns, std::string_view name);
// For sorting: numbers by value, texts in the order of their letters.
bool cell_less(const PointCell& a, const PointCell& b);

}  // namespace vta::workbench
