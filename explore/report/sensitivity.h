// The effect of each step along an axis on time and on the device, all other axes fixed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explore/report/columns.h"
#include "explore/report/point_axes.h"

namespace vta::explore {

// Geometric means over all pairs of candidates that differ in this step alone: the quantity at the
// larger value divided by that at the smaller value. 0.5: it halves.
struct Sensitivity {
  size_t set = 0;  // of candidates
  std::string axis, from, to;
  int64_t pairs = 0;
  double cycles = 1, cycles_least = 1, cycles_most = 1;  // an image; of the pairs the ends
  double dram_bytes = 1, energy = 1;                     // an image
  double lut = 1, dsp = 1, bram18 = 1, share = 1;
};

// By set, axis and value; steps without a pair are left out.
std::vector<Sensitivity> sensitivities(std::span<const PointRow> points,
                                       std::span<const CandidateSet> sets,
                                       std::span<const PointAxis> axes);

// Table "sensitivity": a row each, columns as the members.
ColumnTable sensitivity_table(std::span<const Sensitivity> rows);

}  // namespace vta::explore
