// One page that explains a sweep, a run, or two runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/clock.h"
#include "config/device.h"

namespace vta::workbench {

struct ReportRequest {
  // The database of a sweep, or one or two runs: files of vta run --json.
  std::vector<std::string> inputs;
  std::map<std::string, std::string> documents = {};  // runs that a caller has in memory, by inputs
  std::string device = kDefaultDevice;                // what areas are compared with
  ClockLabel clock = {};
  bool all_layers = false;
  double max_ms = 0, min_fps = 0;  // a goal of a sweep's frame; 0: not given
};

// Writes the page and returns its bytes; a goal that nothing reaches is a warning in the log.
// UsageError for what is asked of a run that only a sweep has, and for two databases; otherwise as
// the readers of both.
int64_t write_report(const ReportRequest& request, const std::string& output);

}  // namespace vta::workbench
