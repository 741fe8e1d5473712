#include "explore/launch/work_queue.h"

#include <algorithm>

namespace vta::explore {

using namespace std::chrono_literals;

WorkQueue::WorkQueue(const std::vector<int64_t>& indices, int64_t workers,
                     std::chrono::seconds silence)
    : workers_(workers),
      most_patience_(Clock::duration(silence) / 2),
      fresh_(indices.rbegin(), indices.rend()),
      unanswered_(indices.begin(), indices.end()) {}

WorkQueue::Clock::duration WorkQueue::patience() const {
  const Clock::duration wanted =
      slowest_ ? std::max<Clock::duration>(2s, 4 * *slowest_) : Clock::duration(30s);
  return std::min(wanted, most_patience_);
}

bool WorkQueue::overdue(const Given& given, Clock::time_point now) const {
  return now - given.since > patience();
}

std::vector<int64_t> WorkQueue::next(int worker, Clock::time_point now) {
  std::vector<int64_t> run;
  const int64_t share = std::ssize(fresh_) / (4 * workers_);
  const int64_t length = std::min(std::clamp<int64_t>(share, 1, kLongestRun), std::ssize(fresh_));
  for (int64_t i = 0; i < length; ++i) {
    run.push_back(fresh_.back());
    fresh_.pop_back();
    given_[run.back()] = {.worker = worker, .tries = 1, .since = now};
  }
  if (!run.empty())
    return run;
  for (auto& [index, given] : given_) {
    if (given.worker == worker || given.tries == kMostTries || !overdue(given, now))
      continue;
    given = {.worker = worker, .tries = given.tries + 1, .since = now};
    return {index};
  }
  return {};
}

bool WorkQueue::finish(int64_t index, int worker, Clock::time_point now) {
  const auto given = given_.find(index);
  if (given != given_.end()) {
    slowest_ = std::max(slowest_.value_or(0s), now - given->second.since);
    given_.erase(given);
  }
  // It begins with the next of its run.
  for (auto& [other, rest] : given_)
    if (rest.worker == worker)
      rest.since = now;
  return unanswered_.erase(index) != 0;
}

std::vector<int64_t> WorkQueue::given_up(Clock::time_point now) const {
  std::vector<int64_t> indices;
  for (const auto& [index, given] : given_)
    if (given.tries == kMostTries && overdue(given, now))
      indices.push_back(index);
  return indices;
}

}  // namespace vta::explore
