// What a run on a system says.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "workbench/system_run.h"

namespace vta::workbench {

struct SystemReport {
  std::string model;
  const SystemFile* system = nullptr;
  const SystemPlan* plan = nullptr;
  const SystemRun* run = nullptr;
  int64_t batch = 1;                  // images of one run of the network
  std::vector<SystemRun> candidates;  // that `auto` has tried
  std::optional<int64_t> verified;    // outputs that differ from those of one core
  std::vector<std::string> notes;
};

std::string system_text(const SystemReport& report, size_t width);
boost::json::object system_json(const SystemReport& report);

}  // namespace vta::workbench
