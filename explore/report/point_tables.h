// Points and their layers as tables of columns: "point", "config" (every key of the configuration),
// "layer", and "machine" (the costs of a machine over all networks).
#pragma once

#include <span>
#include <vector>

#include "config/device.h"
#include "explore/report/candidates.h"
#include "explore/report/columns.h"
#include "explore/store/rows.h"

namespace vta::explore {

// Data of a point beside its row.
struct PointExtras {
  std::string confirmation = {};  // "confirmed", ..., or empty
  bool pareto = false;
};

// A row per point, in their order; `extras` is empty or has one element for each. Columns have the
// names of the sweep's database. The columns of costs exist only if every point has a cost, those
// of times if any point has a clock (NaN for points without one). The fit refers to `device`:
// share_column(device) has the share of it, "device_fit" the sentences, "fits" whether the machine
// and its bus fit.
ColumnTable point_table(std::span<const PointRow> points, std::span<const PointExtras> extras,
                        const FpgaDevice& device);
// "zynq7020_share", the metric of that name, for that device; otherwise "device_share".
std::string share_column(const FpgaDevice& device);

// A row per candidate over all networks: its first point's configuration and costs, the metrics of
// a frame (an image of every network: metric_of_all), its points as rows of the table of points
// ("point_0", ...).
ColumnTable machine_table(std::span<const PointRow> points, const CandidateSet& all,
                          const FpgaDevice& device);
// Keys of vta_config.json, in its order.
ColumnTable config_table(std::span<const PointRow> points);
// A row per layer of the points that have layers: by ordinal, then by row of the point, because the
// same layer of neighbouring points compresses well.
ColumnTable layer_table(std::span<const PointRow> points);

}  // namespace vta::explore
