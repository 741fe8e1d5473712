#include "explore/launch/work_queue.h"

#include <algorithm>

namespace vta::explore {

using namespace std::chrono_literals;

WorkQueue::WorkQueue(const std::vector<int64_t>& indices)
    : fresh_(indices.rbegin(), indices.rend()), unanswered_(indices.begin(), indices.end()) {}

WorkQueue::Clock::duration WorkQueue::patience() const {
  if (!slowest_)
    return 30s;
  return std::max<Clock::duration>(2s, 4 * *slowest_);
}

bool WorkQueue::overdue(const Given& given, Clock::time_point now) const {
  return now - given.since > patience();
}

std::optional<int64_t> WorkQueue::next(int worker, Clock::time_point now) {
  if (!fresh_.empty()) {
    const int64_t index = fresh_.back();
    fresh_.pop_back();
    given_[index] = {.worker = worker, .tries = 1, .since = now};
    return index;
  }
  for (auto& [index, given] : given_) {
    if (given.worker == worker || given.tries == kMostTries || !overdue(given, now))
      continue;
    given = {.worker = worker, .tries = given.tries + 1, .since = now};
    return index;
  }
  return std::nullopt;
}

bool WorkQueue::finish(int64_t index, Clock::time_point now) {
  if (unanswered_.erase(index) == 0)
    return false;
  const auto given = given_.find(index);
  if (given != given_.end()) {
    slowest_ = std::max(slowest_.value_or(0s), now - given->second.since);
    given_.erase(given);
  }
  return true;
}

std::vector<int64_t> WorkQueue::given_up(Clock::time_point now) const {
  std::vector<int64_t> indices;
  for (const auto& [index, given] : given_)
    if (given.tries == kMostTries && overdue(given, now))
      indices.push_back(index);
  return indices;
}

}  // namespace vta::explore
