// Assigns points to workers: rank 0's view of one generation, without any messages.
//
// Points are handed out in runs of neighbours, which share most of their work; runs get shorter
// towards the end. A worker that asks when none is left may get points that another worker should
// have answered long ago. So a killed worker only delays its point: results do not depend on the
// worker, and the first of two answers counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace vta::explore {

class WorkQueue {
 public:
  using Clock = std::chrono::steady_clock;

  // `silence`: time without any message after which all workers count as lost.
  WorkQueue(const std::vector<int64_t>& indices, int64_t workers, std::chrono::seconds silence);

  // What an idle worker computes now, in this order; empty: nothing (ask again later, or done()).
  std::vector<int64_t> next(int worker, Clock::time_point now);

  // An answer. False if it is not the first, or was not requested: to be ignored.
  bool finish(int64_t index, int worker, Clock::time_point now);

  bool done() const { return unanswered_.empty(); }
  // Handed out so often, to workers that did not answer, that it will not be handed out again.
  std::vector<int64_t> given_up(Clock::time_point now) const;
  std::set<int64_t> unanswered() const { return unanswered_; }
  // A worker that has not answered counts as lost after this long: four times the slowest answer,
  // two seconds at least, thirty before the first answer; half the silence at most, so that idle
  // workers get its points before all is given up.
  Clock::duration patience() const;

  static constexpr int kMostTries = 3;
  static constexpr int64_t kLongestRun = 8;

 private:
  struct Given {
    int worker = 0;  // the last that got it
    int tries = 0;
    Clock::time_point since;  // that it got it, or answered the one before
  };
  bool overdue(const Given& given, Clock::time_point now) const;

  int64_t workers_;
  Clock::duration most_patience_;
  std::vector<int64_t> fresh_;  // the next at the back
  std::set<int64_t> unanswered_;
  std::map<int64_t, Given> given_;  // handed out, not answered
  std::optional<Clock::duration> slowest_;
};

}  // namespace vta::explore
