// What `vta sweep` and its subcommands print of a database.
#pragma once

#include <string>
#include <vector>

#include "explore/store/rows.h"
#include "explore/sweep/session.h"

namespace vta::cli {

// Of one process each: this one, and the largest that has ended.
struct PeakMemory {
  double self_mb = 0, worker_mb = 0;
};
PeakMemory peak_memory();

struct SweepReport {
  std::string database;
  std::string workers;  // "2 processes"
  bool json = false;
  PeakMemory peaks = {};
};
void print_sweep(const SweepReport& report, const explore::SweepSummary& summary);

struct ListOptions {
  bool pareto = false;  // only the front
  std::string sort;     // name of a metric; empty: by index
  bool csv = false, json = false;
  int64_t most = 0;  // rows; 0: all
};
// ConfigError for an unknown metric.
std::string point_list(const std::string& database, const ListOptions& options);

}  // namespace vta::cli
