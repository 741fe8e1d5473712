// Grants of the memory port: hw/rtl/memory/README.md, "Grant". The only part of the model that
// decides in the order of time; all other edges follow from the grants.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "sim/csim/bursts.h"
#include "sim/csim/ring.h"
#include "sim/timing.h"

namespace vta::csim {

inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

struct Request {
  int64_t registered = kNever;  // kNever: none
  Burst burst;
};

struct Granted {
  TimedUnit master = TimedUnit::Fetch;
  Request request;
  int64_t edge = 0;
  int64_t insn = 0;   // that it belongs to; fetch: the first that it brings
  bool last = false;  // of its LOAD or STORE, or of fetch's group

  bool write() const { return master == TimedUnit::Store; }
};

class Arbiter {
 public:
  void launch(const MemoryTiming& timing);

  // One request per master at a time.
  void request(TimedUnit master, int64_t registered, const Burst& burst) {
    requests_[static_cast<size_t>(master)] = {registered, burst};
  }
  const Request& pending(TimedUnit master) const { return requests_[static_cast<size_t>(master)]; }

  // The edge of the next grant, given that no request can still come that would be registered
  // before it; kNever without requests, or when the answer that makes room is not there yet.
  int64_t next_grant() const {
    int64_t first = kNever;
    for (const Request& request : requests_)
      first = std::min(first, request.registered);
    return first == kNever ? kNever : room_at(std::max(first + 1, bus_free_));
  }
  // Whether no other master has a request.
  bool alone(TimedUnit master) const {
    bool others = false;
    for (size_t other = 0; other < requests_.size(); ++other)
      others |= other != static_cast<size_t>(master) && requests_[other].registered != kNever;
    return !others;
  }
  // The same as next_grant() where only this master has one.
  int64_t next_grant_of(TimedUnit master) const {
    return room_at(std::max(pending(master).registered + 1, bus_free_));
  }
  // The master granted at that edge. The request stays until granted() is called.
  TimedUnit winner(int64_t edge) const;
  void granted(TimedUnit master, int64_t edge) {
    last_ = static_cast<int>(master);
    Request& request = requests_[static_cast<size_t>(master)];
    bus_free_ = edge + request.burst.beats + timing_.gap;
    request.registered = kNever;
    if (may_be_full())
      forget_completed(edge);
    ++unanswered_;
  }
  // The oldest burst of its kind that is granted and not answered yet took the memory `latency`
  // cycles. Returns the edge at which it is complete.
  int64_t answered(const Granted& burst, int64_t latency) {
    // A read's beats come after those of the read before, a write is acknowledged after the one
    // before.
    const int64_t beats = burst.request.burst.beats;
    Kind& kind = kind_of(burst.master);
    kind.last = std::max(burst.edge + kPortCycles + latency + beats,
                         kind.last + (burst.write() ? 1 : beats));
    kind.completions.push(kind.last);
    --unanswered_;
    return kind.last;
  }

 private:
  // From a grant to the last beat, beside the memory's latency and the beats: KR - 1 and KW.
  static constexpr int64_t kPortCycles = 2;

  // Bursts that read, or bursts that write: each kind completes in the order of its grants.
  struct Kind {
    Ring<int64_t> completions;  // of those in flight that are answered
    int64_t last = 0;           // completion
  };

  Kind& kind_of(TimedUnit master) { return kinds_[master == TimedUnit::Store ? 1 : 0]; }
  // May count some that are complete.
  bool may_be_full() const {
    return static_cast<int64_t>(kinds_[0].completions.size() + kinds_[1].completions.size()) +
               unanswered_ >=
           timing_.max_outstanding;
  }
  int64_t room_at(int64_t edge) const { return may_be_full() ? room_when_full(edge) : edge; }
  int64_t room_when_full(int64_t edge) const;
  void forget_completed(int64_t edge);

  MemoryTiming timing_;
  std::array<Request, kNumTimedUnits> requests_;
  int last_ = 0;
  int64_t bus_free_ = 0;
  std::array<Kind, 2> kinds_;
  int64_t unanswered_ = 0;
};

}  // namespace vta::csim
