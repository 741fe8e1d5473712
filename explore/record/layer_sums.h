// The kernels of a run taken together, their rooflines and the bound of all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/point.h"
#include "runtime/bound.h"

namespace vta::explore {

// Of a run its bound, of a kernel its roofline, of the kernels of one kind the sum of these;
// nothing where a program does not say.
struct AtLeast {
  std::optional<LeastCycles> limit;
  std::optional<int64_t> useful_macs;
  AtLeast& operator+=(const AtLeast& other);
};
AtLeast at_least(const PointResult& run);
AtLeast at_least(const LayerResult& layer);

// The kernels of one kind, taken together.
struct KindSum {
  std::string kind;
  int64_t kernels = 0;
  AtLeast least{LeastCycles{}, 0};
  KernelTiming timing;
  int64_t gemm_steps = 0;
};
std::vector<KindSum> sums_by_kind(const PointResult& result);

}  // namespace vta::explore
