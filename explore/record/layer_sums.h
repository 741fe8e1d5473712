// The kernels of a run taken together, and what their work could have taken at least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/point.h"
#include "runtime/bound.h"

namespace vta::explore {

// What no schedule avoids; nothing where a program does not say.
struct AtLeast {
  std::optional<LayerBound> bound;
  std::optional<int64_t> useful_macs;
  AtLeast& operator+=(const AtLeast& other);
};
AtLeast at_least(const PointResult& run);
AtLeast at_least(const LayerResult& layer);

// The kernels of one kind, taken together.
struct KindSum {
  std::string kind;
  int64_t kernels = 0;
  AtLeast least{LayerBound{}, 0};
  KernelTiming timing;
  int64_t gemm_steps = 0;
};
std::vector<KindSum> sums_by_kind(const PointResult& result);

}  // namespace vta::explore
