// The report of a sweep, from its database.
#pragma once

#include <optional>
#include <string>

#include "config/device.h"
#include "explore/report/document.h"
#include "explore/store/reader.h"

namespace vta::explore {

struct SweepReportOptions {
  // Up to so many points all have their layers; of more, the Pareto front and the nearest to it
  // (explore/report/front.h), per network.
  size_t all_layers_up_to = 2000;
  size_t nearest = 500;
  FpgaDevice device = find_device(kDefaultDevice);  // what it is to fit into
  std::optional<double> goal_ms = {};  // of a frame; nothing: the specification's, if it has one
};

// The clock of points that have none is estimated where there is a goal, and every clock that is
// estimated is one that the device makes (device_clock). Of what the database has now; it may be of
// a sweep that is still running. InputError when it has no point yet.
ReportDocument sweep_document(SweepReader& reader, const std::string& path,
                              const SweepReportOptions& options = {});

}  // namespace vta::explore
