#include "sim/system/system_arbiter.h"

#include <algorithm>

namespace vta::csim {

void SystemArbiter::reset() {
  for (Ring<Offer>& queue : queues_)
    queue.clear();
  candidate_from_.fill(kNever);
  last_ = queues_.size() - 1;
  free_ = 0;
}

void SystemArbiter::offer(size_t core, const Offer& offer) {
  queues_[core].push(offer);
  if (queues_[core].size() == 1)
    show_head(core);
}

int64_t SystemArbiter::next() const {
  const int64_t first = candidate_from_[first_least(candidate_from_)];
  return first == kNever ? kNever : std::max(first, free_);
}

SystemArbiter::Taken SystemArbiter::take() {
  const int64_t edge = next();
  do
    last_ = (last_ + 1) % queues_.size();
  while (candidate_from_[last_] > edge);
  const Taken taken{last_, edge, queues_[last_].front()};
  free_ = edge + taken.offer.pause;
  queues_[last_].pop();
  show_head(last_);
  return taken;
}

void SystemArbiter::show_head(size_t core) {
  candidate_from_[core] =
      queues_[core].empty() ? kNever : queues_[core].front().granted + kOfferCycles;
}

}  // namespace vta::csim
