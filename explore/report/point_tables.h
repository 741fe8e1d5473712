// Points and their layers as tables of columns: "point", "config" (every key of the configuration),
// "layer", and "machine" (what a machine takes for all networks).
#pragma once

#include <span>
#include <vector>

#include "config/device.h"
#include "explore/report/candidates.h"
#include "explore/report/columns.h"
#include "explore/store/rows.h"

namespace vta::explore {

// What a point has beside its row.
struct PointExtras {
  std::string confirmation = {};  // "confirmed", ..., or empty
  bool pareto = false;
};

// A row per point, in their order; `extras` is empty or has one for each. Columns are called as in
// the sweep's database; those of the costs are there only when every point has a cost, times
// when any point has a clock (NaN of those that have none). Whether it fits is said of `device`:
// its share in share_column(device), the sentences in "device_fit", whether it and its bus fit in
// "fits".
ColumnTable point_table(std::span<const PointRow> points, std::span<const PointExtras> extras,
                        const FpgaDevice& device);
// "zynq7020_share", the metric of that name, where the device is that one; else "device_share".
std::string share_column(const FpgaDevice& device);

// A row per candidate over all networks: its first point's configuration and costs, the metrics of
// a frame (an image of every network: metric_of_all), its points as rows of the table of points
// ("point_0", ...).
ColumnTable machine_table(std::span<const PointRow> points, const CandidateSet& all,
                          const FpgaDevice& device);
// Keys of vta_config.json, in its order.
ColumnTable config_table(std::span<const PointRow> points);
// A row per layer of the points that have layers: by ordinal, then by row of the point, since equal
// layers of neighbours are alike.
ColumnTable layer_table(std::span<const PointRow> points);

}  // namespace vta::explore
