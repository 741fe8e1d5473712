// What stands below a table of points: what their cycles are of.
#pragma once

#include <span>
#include <string>

#include "explore/store/rows.h"

namespace vta::workbench {

// A line per network: the share of its multiply-accumulates on the accelerator and the operators
// that are not in the cycles; where points differ in that share by more than 0.1 %, so; where half
// a batch or more idles, so.
std::string point_notes(std::span<const explore::PointRow> points);

}  // namespace vta::workbench
