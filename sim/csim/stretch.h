// A stretch: bursts of one LOAD or STORE that are granted one after the other while nobody else can
// be, by a memory whose latencies are fixed. They change the bus, what is in flight and the
// transfer; nothing settles between them, so they are one loop.
//
// Bursts of full length that follow each other in a run are one step of that loop. They come every
//
//     period = max(2, beats + gap)
//
// edges, and each is in flight at the next flight / period grants, flight = 2 + latency + beats. So
// the limit of bursts in flight delays none of them if
//
//     in flight before them + flight / period < MEM_MAX_OUTSTANDING,
//
// for what was in flight before only gets less. A period that was seen is no substitute: STOREs in
// flight from before may have caused it.
//
// Example: bursts of 16 beats, no gap, no latency, at most 16 in flight. A burst granted at 14 is
// followed by one every 16 edges, and each is in flight at the next 18 / 16 = 1 grant. If load
// wants 64 more and fetch has a request that is registered at 120, the grants at 30, 46, ..., 110
// are one step; at 126 fetch is a candidate, too.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/csim/arbiter.h"
#include "sim/csim/memory_timing.h"
#include "sim/csim/transfer.h"

namespace vta::csim {

// What a launch says about bursts that read, or about bursts that write.
struct BurstRule {
  BurstRule() = default;
  BurstRule(const MemoryTiming& timing, bool writes);

  bool write = false;
  int64_t gap = 0;
  int64_t delay = kPortCycles;  // from a grant to the completion, less the beats
  // Of bursts of full length.
  int64_t full_bytes = 0, beats = 1;
  int64_t period = 2, flight = 3;
  int64_t most_before = 1;  // in flight of those before, at the grant of one
};

class Stretch {
 public:
  // The request of `master` is of `transfer`, and not its last. The rule must outlive this.
  Stretch(const BurstRule& rule, Arbiter& arbiter, TimedUnit master, Transfer& transfer)
      : rule_(rule),
        arbiter_(arbiter),
        flights_(arbiter.flights()),
        master_(master),
        transfer_(transfer),
        next_(arbiter.pending(master)) {}

  // Grants it at `edge`, its next grant, and those behind it that come at `until` at the latest and
  // are not the transfer's last. Until then nobody else is a candidate. `report` is called with the
  // request, the grant and the completion of each.
  template <typename Report>
  void run(int64_t edge, int64_t until, const Report& report);

  int64_t beats() const { return beats_; }  // of all of them
  int64_t last_completion() const { return completion_; }

 private:
  template <typename Report>
  void grant(int64_t edge, const Report& report);
  template <typename Report>
  void grant_equal(int64_t count, const Report& report);
  int64_t equal_ones(int64_t until);
  bool is_full(const Burst& burst) const { return burst.bytes == rule_.full_bytes; }

  const BurstRule& rule_;
  Arbiter& arbiter_;
  Flights& flights_;
  TimedUnit master_;
  Transfer& transfer_;
  Request next_;
  bool full_ = false;    // the last one granted was
  int64_t granted_ = 0;  // edge and completion of the last one
  int64_t completion_ = 0;
  int64_t bus_free_ = 0;
  int64_t beats_ = 0;
};

template <typename Report>
inline void Stretch::run(int64_t edge, int64_t until, const Report& report) {
  do {
    grant(edge, report);
    if (const int64_t count = equal_ones(until); count > 0)
      grant_equal(count, report);
    edge = flights_.room_at(std::max(next_.registered + 1, bus_free_));
  } while (edge <= until && transfer_.more());
  arbiter_.went_alone(master_, next_, bus_free_);
}

template <typename Report>
inline void Stretch::grant(int64_t edge, const Report& report) {
  const int64_t beats = next_.burst.beats;
  granted_ = edge;
  completion_ = edge + rule_.delay + beats;
  bus_free_ = edge + beats + rule_.gap;
  beats_ += beats;
  flights_.add(rule_.write, edge, completion_);
  if (rule_.write)
    transfer_.write_granted(next_.registered, edge, completion_, beats);
  else
    transfer_.read_granted(next_.registered, edge, completion_, beats);
  report(next_, edge, completion_);
  full_ = is_full(next_.burst);
  next_ = {edge + 1, transfer_.next()};
}

// How many full bursts behind a full one are granted a period after each other by `until`; none of
// them is the transfer's last.
inline int64_t Stretch::equal_ones(int64_t until) {
  if (!full_ || !is_full(next_.burst) || !transfer_.repeats(rule_.period, rule_.beats))
    return 0;
  int64_t count = transfer_.full_requests(next_.burst);
  if (count * rule_.period > until - granted_)
    count = std::max<int64_t>(0, until - granted_) / rule_.period;
  return count > 0 && flights_.has_room(rule_.most_before, granted_ + rule_.period) ? count : 0;
}

template <typename Report>
inline void Stretch::grant_equal(int64_t count, const Report& report) {
  const int64_t period = rule_.period;
  for (int64_t k = 0; k < count; ++k) {
    const auto bytes = static_cast<uint64_t>(k * rule_.full_bytes);
    report(
        {granted_ + 1 + k * period, {next_.burst.address + bytes, rule_.full_bytes, rule_.beats}},
        granted_ + (k + 1) * period, completion_ + (k + 1) * period);
  }
  granted_ += count * period;
  completion_ += count * period;
  bus_free_ += count * period;
  beats_ += count * rule_.beats;
  flights_.add_equal(rule_.write, std::min(count, rule_.most_before + 1), period, completion_);
  next_ = {granted_ + 1, transfer_.repeat(count, period, rule_.flight, rule_.beats)};
}

}  // namespace vta::csim
