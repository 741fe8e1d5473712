// The steps of fetch, cycle by cycle, derived from its bursts and dispatches:
// hw/rtl/core/README.md, "States of the units". A group that is fetched during the dispatch of the
// previous group is visible only from the last dispatch on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/trace_sink.h"

namespace vta::explore {

struct FetchStep {
  // Fetching, deciding and dispatching are work; Full is waiting for a queue.
  enum class Kind : uint8_t { Burst, Decode, Full };
  Kind kind = Kind::Burst;
  int64_t first = 0, last = 0;  // cycles; not empty
};

class FetchSteps {
 public:
  void launch() {
    bursts_.clear();
    last_ = 0;
  }
  void add(const BurstTransfer& burst) {
    if (burst.master == TimedUnit::Fetch)
      bursts_.push_back(burst);
  }
  // All steps between the previous dispatch and this one, in order; valid until the next call.
  std::span<const FetchStep> add(const Dispatch& dispatch);

 private:
  void step(FetchStep::Kind kind, int64_t first, int64_t last);

  std::vector<BurstTransfer> bursts_;  // not yet dispatched from
  std::vector<FetchStep> steps_;
  int64_t last_ = 0;  // last reported cycle
};

}  // namespace vta::explore
