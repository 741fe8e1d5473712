#include "explore/trace/fetch_steps.h"

#include <algorithm>

namespace vta::explore {

void FetchSteps::step(FetchStep::Kind kind, int64_t first, int64_t last) {
  if (first <= last)
    steps_.push_back({kind, first, last});
}

std::span<const FetchStep> FetchSteps::add(const Dispatch& d) {
  steps_.clear();
  for (const BurstTransfer& burst : bursts_) {
    if (burst.insn > d.index)
      break;
    step(FetchStep::Kind::Burst, std::max(burst.requested, last_ + 1), burst.complete);
    last_ = std::max(last_, burst.complete);
  }
  std::erase_if(bursts_, [&](const BurstTransfer& burst) { return burst.insn <= d.index; });
  const bool waited = d.ready < d.edge;
  step(FetchStep::Kind::Decode, d.decode, waited ? d.ready - 1 : d.edge);
  if (waited) {
    step(FetchStep::Kind::Full, d.ready, d.edge - 1);
    step(FetchStep::Kind::Decode, d.edge, d.edge);
  }
  last_ = d.edge;
  return steps_;
}

}  // namespace vta::explore
