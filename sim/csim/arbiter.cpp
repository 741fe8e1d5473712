#include "sim/csim/arbiter.h"

#include <algorithm>

namespace vta::csim {
namespace {

// A burst is in flight through the edge of its completion.
size_t completed_before(const Ring<int64_t>& completions, int64_t edge) {
  size_t count = 0;
  while (count < completions.size() && completions[count] < edge)
    ++count;
  return count;
}

}  // namespace

void Arbiter::launch(const MemoryTiming& timing) {
  timing_ = timing;
  requests_.fill({});
  last_ = static_cast<int>(TimedUnit::Store);
  bus_free_ = 0;
  for (Kind& kind : kinds_) {
    kind.completions.clear();
    kind.last = 0;
  }
  unanswered_ = 0;
}

// What is not answered yet completes after all that is known of its kind.
int64_t Arbiter::room_when_full(int64_t edge) const {
  int64_t in_flight = unanswered_;
  int64_t next = kNever;
  for (const Kind& kind : kinds_) {
    const size_t done = completed_before(kind.completions, edge);
    in_flight += static_cast<int64_t>(kind.completions.size() - done);
    if (done < kind.completions.size())
      next = std::min(next, kind.completions[done]);
  }
  if (in_flight < timing_.max_outstanding)
    return edge;
  return next == kNever ? kNever : next + 1;
}

TimedUnit Arbiter::winner(int64_t edge) const {
  int master = last_;
  do
    master = (master + 1) % kNumTimedUnits;
  while (requests_[static_cast<size_t>(master)].registered >= edge);
  return static_cast<TimedUnit>(master);
}

void Arbiter::forget_completed(int64_t edge) {
  for (Kind& kind : kinds_)
    for (size_t left = completed_before(kind.completions, edge); left > 0; --left)
      kind.completions.pop();
}

}  // namespace vta::csim
