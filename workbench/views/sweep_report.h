// What `vta sweep` and its subcommands print of a database.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "explore/store/reader.h"
#include "explore/store/rows.h"
#include "workbench/sweep.h"

namespace vta::workbench {

struct SweepReport {
  std::string database;
  std::string workers;  // "2 processes"
  bool json = false;
  PeakMemory peaks = {};
};
void print_sweep(const SweepReport& report, const explore::SweepSummary& summary);

// The points of the Pareto front, by the database's objectives.
std::vector<explore::PointRow> front_of(explore::SweepReader& reader);
boost::json::object point_json(const explore::PointRow& row);

}  // namespace vta::workbench
