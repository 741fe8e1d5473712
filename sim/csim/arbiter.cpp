#include "sim/csim/arbiter.h"

#include <algorithm>

namespace vta::csim {
namespace {

// From a grant to the last beat, beside the memory's latency and the beats: KR - 1 and KW.
constexpr int64_t kPortCycles = 2;

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

int64_t Arbiter::room_at(int64_t edge) const {
  return may_be_full() ? room_when_full(edge) : edge;
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

int64_t Arbiter::next_grant() const {
  int64_t first = kNever;
  for (const Request& request : requests_)
    first = std::min(first, request.registered);
  return first == kNever ? kNever : room_at(std::max(first + 1, bus_free_));
}

TimedUnit Arbiter::winner(int64_t edge) const {
  int master = last_;
  do
    master = (master + 1) % kNumTimedUnits;
  while (requests_[static_cast<size_t>(master)].registered >= edge);
  return static_cast<TimedUnit>(master);
}

void Arbiter::granted(TimedUnit master, int64_t edge) {
  last_ = static_cast<int>(master);
  Request& request = requests_[static_cast<size_t>(master)];
  bus_free_ = edge + request.burst.beats + timing_.gap;
  request.registered = kNever;
  if (may_be_full())
    for (Kind& kind : kinds_)
      for (size_t left = completed_before(kind.completions, edge); left > 0; --left)
        kind.completions.pop();
  ++unanswered_;
}

// A read's beats come after those of the read before, a write is acknowledged after the one before.
int64_t Arbiter::answered(const Granted& burst, int64_t latency) {
  const int64_t beats = burst.request.burst.beats;
  Kind& kind = kind_of(burst.master);
  kind.last =
      std::max(burst.edge + kPortCycles + latency + beats, kind.last + (burst.write() ? 1 : beats));
  kind.completions.push(kind.last);
  --unanswered_;
  return kind.last;
}

}  // namespace vta::csim
