// Points and their layers as tables of columns: "point", "config" (every key of the configuration)
// and "layer".
#pragma once

#include <span>
#include <vector>

#include "explore/report/columns.h"
#include "explore/store/rows.h"

namespace vta::explore {

// What a point has beside its row.
struct PointExtras {
  std::string confirmation = {};  // "confirmed", ..., or empty
  bool pareto = false;
};

// A row per point, in their order; `extras` is empty or has one for each. Columns are called as in
// the sweep's database; those of the costs are there only when every point has a cost.
ColumnTable point_table(std::span<const PointRow> points, std::span<const PointExtras> extras);
// Keys of vta_config.json, in its order.
ColumnTable config_table(std::span<const PointRow> points);
// A row per layer of the points that have layers: by ordinal, then by row of the point, since equal
// layers of neighbours are alike.
ColumnTable layer_table(std::span<const PointRow> points);

// lost_text() with "{}" for the percentage: a few dozen texts for any number of layers.
std::string why_lost(const UnitCycles& units);

}  // namespace vta::explore
