#include "sim/csim/arbiter.h"

#include <algorithm>

namespace vta::csim {
namespace {

// A burst is in flight through the edge of its completion.
void forget_before(Ring<int64_t>& completions, int64_t edge) {
  while (!completions.empty() && completions.front() < edge)
    completions.pop();
}

}  // namespace

void Arbiter::launch(const MemoryTiming& timing) {
  timing_ = timing;
  requests_.fill({});
  last_ = static_cast<int>(TimedUnit::Store);
  bus_free_ = 0;
  reads_.clear();
  writes_.clear();
}

int64_t Arbiter::room_at(int64_t edge) {
  forget_before(reads_, edge);
  forget_before(writes_, edge);
  if (static_cast<int64_t>(reads_.size() + writes_.size()) < timing_.max_outstanding)
    return edge;
  const int64_t read = reads_.empty() ? kNever : reads_.front();
  const int64_t write = writes_.empty() ? kNever : writes_.front();
  return std::min(read, write) + 1;
}

int64_t Arbiter::next_grant() {
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

void Arbiter::granted(TimedUnit master, int64_t edge, int64_t completion) {
  last_ = static_cast<int>(master);
  Request& request = requests_[static_cast<size_t>(master)];
  bus_free_ = edge + request.burst.beats + timing_.gap;
  request.registered = kNever;
  (master == TimedUnit::Store ? writes_ : reads_).push(completion);
}

}  // namespace vta::csim
