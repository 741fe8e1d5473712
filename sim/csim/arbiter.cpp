#include "sim/csim/arbiter.h"

namespace vta::csim {

void Arbiter::launch(const MemoryTiming& timing) {
  gap_ = timing.gap;
  requests_.fill({});
  last_ = static_cast<int>(TimedUnit::Store);
  bus_free_ = 0;
  flights_.launch(timing.max_outstanding);
}

TimedUnit Arbiter::winner(int64_t edge) const {
  int master = last_;
  do
    master = (master + 1) % kNumTimedUnits;
  while (requests_[static_cast<size_t>(master)].registered >= edge);
  return static_cast<TimedUnit>(master);
}

}  // namespace vta::csim
