// Grants of the memory port: hw/rtl/memory/README.md, "Grant". The one part of the model that
// decides in the order of time; all else follows from the grants.
#pragma once

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

class Arbiter {
 public:
  void launch(const MemoryTiming& timing);

  // One request per master at a time.
  void request(TimedUnit master, int64_t registered, const Burst& burst) {
    requests_[static_cast<size_t>(master)] = {registered, burst};
  }
  const Request& pending(TimedUnit master) const { return requests_[static_cast<size_t>(master)]; }

  // The edge of the next grant, given that no request can still come that would be registered
  // before it; kNever without requests.
  int64_t next_grant();
  // Who is granted at that edge. The request stays until granted() is called.
  TimedUnit winner(int64_t edge) const;
  void granted(TimedUnit master, int64_t edge, int64_t completion);

 private:
  int64_t room_at(int64_t edge);

  MemoryTiming timing_;
  std::array<Request, kNumTimedUnits> requests_;
  int last_ = 0;
  int64_t bus_free_ = 0;
  // Completions of the bursts in flight; each kind completes in the order of its grants.
  Ring<int64_t> reads_, writes_;
};

}  // namespace vta::csim
