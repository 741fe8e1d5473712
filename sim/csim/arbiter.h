// Grants of the memory port: hw/rtl/memory/README.md, "Grant". The only part of the model that
// decides in the order of time; all other edges follow from the grants.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/csim/bursts.h"
#include "sim/csim/flights.h"
#include "sim/timing.h"

namespace vta::csim {

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
    return first == kNever ? kNever : flights_.room_at(std::max(first + 1, bus_free_));
  }
  // The master granted at that edge. The request stays until granted() is called.
  TimedUnit winner(int64_t edge) const;
  // The earliest request of anybody else: through that edge the master is the only candidate.
  int64_t first_other(TimedUnit master) const {
    int64_t first = kNever;
    for (size_t other = 0; other < requests_.size(); ++other)
      if (other != static_cast<size_t>(master))
        first = std::min(first, requests_[other].registered);
    return first;
  }
  void granted(TimedUnit master, int64_t edge) {
    last_ = static_cast<int>(master);
    Request& request = requests_[static_cast<size_t>(master)];
    bus_free_ = edge + request.burst.beats + gap_;
    request.registered = kNever;
    flights_.granted(edge);
  }
  // The oldest burst of its kind that is granted and not answered yet took the memory `latency`
  // cycles. Returns the edge at which it is complete: a read's beats come after those of the read
  // before, a write is acknowledged after the one before.
  int64_t answered(const Granted& burst, int64_t latency) {
    const int64_t beats = burst.request.burst.beats;
    return flights_.answered(burst.write(), burst.edge + kPortCycles + latency + beats,
                             burst.write() ? 1 : beats);
  }

  // For bursts of one master that are granted without this class (stretch.h): those in flight, and
  // what is left: its next request, and when the bus is free.
  Flights& flights() { return flights_; }
  void went_alone(TimedUnit master, const Request& next, int64_t bus_free) {
    last_ = static_cast<int>(master);
    requests_[static_cast<size_t>(master)] = next;
    bus_free_ = bus_free;
  }

 private:
  int64_t gap_ = 0;
  std::array<Request, kNumTimedUnits> requests_;
  int last_ = 0;
  int64_t bus_free_ = 0;
  Flights flights_;
};

}  // namespace vta::csim
