#include "sim/csim/flights.h"

namespace vta::csim {
namespace {

size_t completed_before(const Ring<int64_t>& completions, int64_t edge) {
  size_t count = 0;
  while (count < completions.size() && completions[count] < edge)
    ++count;
  return count;
}

}  // namespace

void Flights::launch(int64_t most) {
  most_ = most;
  for (Kind& kind : kinds_) {
    kind.completions.clear();
    kind.last = 0;
  }
  unanswered_ = 0;
}

// What is not answered yet completes after all that is known of its kind.
int64_t Flights::room_when_full(int64_t edge) const {
  int64_t in_flight = unanswered_;
  int64_t next = kNever;
  for (const Kind& kind : kinds_) {
    const size_t done = completed_before(kind.completions, edge);
    in_flight += static_cast<int64_t>(kind.completions.size() - done);
    if (done < kind.completions.size())
      next = std::min(next, kind.completions[done]);
  }
  if (in_flight < most_)
    return edge;
  return next == kNever ? kNever : next + 1;
}

void Flights::forget_completed(int64_t edge) {
  for (Kind& kind : kinds_)
    for (size_t left = completed_before(kind.completions, edge); left > 0; --left)
      kind.completions.pop();
}

}  // namespace vta::csim
