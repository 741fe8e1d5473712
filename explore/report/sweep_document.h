// The report of a sweep, from its database.
#pragma once

#include <optional>
#include <string>

#include "config/device.h"
#include "explore/report/document.h"
#include "explore/store/reader.h"

namespace vta::explore {

struct SweepReportOptions {
  // Up to this number of points, every point has its layers in the report; beyond it, only the
  // Pareto front and the points nearest to it (explore/report/front.h), per network.
  size_t all_layers_up_to = 2000;
  size_t nearest = 500;
  // Beyond this number the report has some of the points (thinning.h). What it says of all of them,
  // counts, recommendations and sensitivities, is of all.
  size_t most_points = 30'000;
  FpgaDevice device = find_device(kDefaultDevice);  // what it is to fit into
  std::optional<double> goal_ms = {};  // of a frame; nothing: the specification's, if it has one
};

// With a goal, the clock of points without one is estimated; every estimated clock is one that the
// device can generate (device_clock). The report shows the database's present contents; its sweep
// may still be running. InputError if it has no point yet.
ReportDocument sweep_document(SweepReader& reader, const std::string& path,
                              const SweepReportOptions& options = {});

}  // namespace vta::explore
