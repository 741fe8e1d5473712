// What a run can say in whole numbers: a row per quantity. Columns of databases, outcomes between
// processes, the reader of runs and the tables of reports walk it; a new quantity is a member of
// PointResult or LayerResult and a row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/point.h"

namespace vta::explore {

enum class QuantityKind : uint8_t {
  Counted,  // by the accelerator, or from the program
  Reading,  // another reading of a counter: in documents and databases, in no table for people
  Cycles,
  Issued,  // cycles that what was issued takes at least
  Least,   // what no schedule avoids; 0 where a program does not say
};

struct Quantity {
  std::string_view name;   // "bound_compute": of columns
  std::string_view path;   // "timing.bound.compute": in the document of a run, and in its kernels
  std::string_view label;  // "Compute bound of what was issued": for people
  std::string_view unit;   // "cycles"; "": the label says what is counted
  std::string_view meaning;
  QuantityKind kind;
  // Nothing: it is not of runs, or not of kernels.
  std::function<int64_t(const PointResult&)> of_run = {};
  std::function<int64_t(const LayerResult&)> of_kernel = {};
  // The member itself; nothing where it follows from others.
  std::function<int64_t&(PointResult&)> in_run = {};
  std::function<int64_t&(LayerResult&)> in_kernel = {};
};
const std::vector<Quantity>& quantities();

// The names of those that are members, "cycles, insns, ...": of runs, then of kernels.
const std::string& member_names();

}  // namespace vta::explore
