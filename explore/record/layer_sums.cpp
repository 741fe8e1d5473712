#include "explore/record/layer_sums.h"

#include <algorithm>

#include "explore/record/lost_cycles.h"

namespace vta::explore {

AtLeast at_least(const PointResult& run) {
  if (run.least_cycles == 0)
    return {};
  return {LeastCycles{run.least_compute, run.least_memory, run.least_cycles}, run.useful_macs};
}

AtLeast at_least(const LayerResult& layer) {
  const int64_t cycles = layer.roofline_cycles();
  if (cycles == 0)
    return {};
  return {LeastCycles{layer.least_compute, layer.least_memory, cycles}, layer.useful_macs};
}

AtLeast& AtLeast::operator+=(const AtLeast& other) {
  if (limit && other.limit && useful_macs && other.useful_macs) {
    *limit += *other.limit;
    *useful_macs += *other.useful_macs;
  } else {
    limit.reset();
    useful_macs.reset();
  }
  return *this;
}

std::vector<KindSum> sums_by_kind(const PointResult& result) {
  std::vector<KindSum> sums;
  for (const LayerResult& layer : result.layers) {
    auto sum = std::ranges::find(sums, layer.kind, &KindSum::kind);
    if (sum == sums.end()) {
      sum = sums.emplace(sums.end());
      sum->kind = layer.kind;
    }
    ++sum->kernels;
    sum->least += at_least(layer);
    sum->timing.cycles += layer.timing.cycles;
    sum->gemm_steps += layer.counters.gemm_counter;
    add_cycles(sum->timing.units, layer.timing.units);
  }
  return sums;
}

}  // namespace vta::explore
