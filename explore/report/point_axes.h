// The axes along which the points of a sweep differ, and the pairs of points that are one step
// apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/report/candidates.h"
#include "explore/store/rows.h"

namespace vta::explore {

// Keys that move together are one axis: those of a bundle of the specification, LOG_BLOCK's two,
// the memory's parameters; images belong to LOG_BATCH's axis if they follow it.
struct PointAxis {
  std::string name;                 // as in the specification; "images", "schedule"
  std::vector<std::string> labels;  // of its values, ascending: "3", "INP 13, WGT 15", "ddr"
  std::vector<size_t> value_of;     // of every point, a place in `labels`
};

// Axes with at least two values, those of the specification first. `spec` is its text. A key that
// it does not name is an axis of its own, and so is every key if the text cannot be read.
std::vector<PointAxis> axes_of(std::span<const PointRow> points, std::string_view spec);

// Two candidates that differ only in one axis, where they have neighbouring values.
struct Step {
  size_t axis = 0;
  size_t from = 0, to = 0;  // candidates of the set: the smaller value, the next larger
};

// By axis, then by value.
std::vector<Step> steps_of(const CandidateSet& set, std::span<const PointAxis> axes);

}  // namespace vta::explore
