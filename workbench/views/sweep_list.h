// `vta sweep list`: the points of a database, some or all, as a table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/clock.h"

namespace vta::workbench {

struct ListOptions {
  bool pareto = false;             // only the front
  std::vector<std::string> where;  // conditions that all must hold: point_table.h
  std::string sort;                // name of a column, smallest first; empty: by index
  bool csv = false, json = false;
  int64_t most = 0;  // rows; 0: all
  ClockLabel clock;  // instead of the database's
};
// Text has the keys that differ among the database's points, CSV and JSON every key. ConfigError
// for an unknown column, UsageError for a condition that is none.
std::string point_list(const std::string& database, const ListOptions& options);

}  // namespace vta::workbench
