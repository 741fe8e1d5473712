#include "sim/csim/fetch.h"

#include <algorithm>

#include "hw/isa/insn.h"

namespace vta::csim {
namespace {

constexpr int64_t kStages = 3;  // between the buffer and the queue

// How many cycles t there are with low < t <= high.
int64_t cycles_between(int64_t low, int64_t high) {
  return std::max<int64_t>(0, high - low);
}

}  // namespace

void Fetch::launch(const Launch& launch, const MemoryTiming& timing) {
  *this = {};
  launch_ = launch;
  timing_ = timing;
  limit_ = launch.stream->limit();
  per_group_ =
      std::clamp<int64_t>((int64_t{1} << timing.log_burst_bytes) / kInsnBytes, 1, kMostInGroup);
  skipped_ = static_cast<int64_t>(launch.address / kInsnBytes) % per_group_;
  current_end_ = range_of(0).end;
  kernel_.launch(launch.kernels);
}

Fetch::Range Fetch::range_of(int64_t number) const {
  const auto clip = [&](int64_t index) {
    return std::clamp<int64_t>(index, 0, launch_.insn_count);
  };
  const int64_t begin = number * per_group_ - skipped_;
  return {clip(begin), clip(begin + per_group_)};
}

unsigned Fetch::advance(const Parts& parts) {
  unsigned units = 0;
  do
    request_next_group(parts.arbiter);
  while (dispatch_next(parts, units));
  return units;
}

// r_q = max(1, g_(q-1) + 1, f_(q-2) + 1), once all of these are known.
void Fetch::request_next_group(Arbiter& arbiter) {
  if (requesting_ || !bursts_.done() || requested_ > current_ + 1)
    return;
  const Range range = range_of(requested_);
  if (range.begin == range.end)
    return;
  const int64_t buffer_free = requested_ < 2 ? 0 : group(requested_).dispatched;
  const int64_t edge = std::max(last_grant_, buffer_free) + 1;
  if (edge > fault_edge_)
    return;
  group(requested_).num_bursts = 0;
  ++requested_;
  bursts_.begin({launch_.address + static_cast<uint64_t>(range.begin * kInsnBytes),
                 (range.end - range.begin) * kInsnBytes, 1, 0},
                timing_);
  register_request(edge, arbiter);
}

void Fetch::register_request(int64_t edge, Arbiter& arbiter) {
  requesting_ = edge <= fault_edge_;
  if (requesting_)
    arbiter.request(TimedUnit::Fetch, edge, bursts_.next());
}

void Fetch::granted(int64_t edge, Arbiter& arbiter) {
  requesting_ = false;
  last_grant_ = edge;
  if (!bursts_.done())
    register_request(edge + 1, arbiter);
}

void Fetch::arrived(const Granted& burst, int64_t completion) {
  if (refused_)
    return;
  Group& arriving = group(arrived_);
  arriving.bursts[static_cast<size_t>(arriving.num_bursts++)] = {
      burst.request.registered, burst.edge, completion, burst.request.burst.beats};
  if (!burst.last)
    return;
  arriving.written = completion;
  ++arrived_;
  limit_ = launch_.stream->limit();
}

int64_t Fetch::next_at(int64_t edge) const {
  int64_t index = next_;
  while (index > std::max<int64_t>(0, next_ - kMostInGroup) &&
         dispatch_edges_[static_cast<size_t>((index - 1) % kMostInGroup)] >= edge)
    --index;
  return index;
}

bool Fetch::dispatch_next(const Parts& parts, unsigned& units) {
  if (next_ == limit_) {
    register_fault();
    return false;
  }
  if (current_ >= arrived_)
    return false;
  const int64_t ready = std::max(group(current_).written + kStages, last_dispatch_ + 1);
  last_activity_ = std::max(last_activity_, ready - 1);
  const auto unit = launch_.stream->tags()[static_cast<size_t>(next_)].unit;
  const int64_t room = parts.queues[unit].room_edge();
  if (room == kNever)
    return false;
  dispatch(ready, std::max(ready, room), parts);
  units |= 1u << unit;
  return true;
}

void Fetch::dispatch(int64_t ready, int64_t edge, const Parts& parts) {
  const auto at = static_cast<size_t>(next_);
  const int64_t kernel = kernel_.at(next_, launch_.stream->insns()[at]);
  Group& now = group(current_);
  if (now.num_bursts > 0)
    account_arrival(now, kernel, parts.accounts);
  now.num_bursts = 0;
  StateCycles& states = parts.accounts.row(TimedUnit::Fetch, kernel);
  states[static_cast<size_t>(UnitState::Slot)] += edge - ready;
  const int64_t in_decode = std::max(now.written, last_dispatch_);
  states[static_cast<size_t>(UnitState::Busy)] += ready - in_decode;
  if (parts.dispatches != nullptr)
    parts.dispatches->push({next_, in_decode + 1, ready, edge});
  parts.queues[launch_.stream->tags()[at].unit].dispatch({next_, edge});
  last_kernel_ = kernel;
  last_dispatch_ = edge;
  dispatch_edges_[at % size_t{kMostInGroup}] = edge;
  last_activity_ = edge;
  if (++next_ < current_end_)
    return;
  now.dispatched = edge;
  current_end_ = range_of(++current_).end;
}

// States of the cycles from the dispatch before the group to its last beat. All behind is busy or
// a full queue; all that lies before that dispatch has its state already.
void Fetch::account_arrival(const Group& group, int64_t kernel, Accounts& accounts) const {
  StateCycles& states = accounts.row(TimedUnit::Fetch, kernel);
  const auto add = [&](UnitState state, int64_t cycles) {
    states[static_cast<size_t>(state)] += cycles;
  };
  int64_t done = last_dispatch_;
  for (int64_t k = 0; k < group.num_bursts; ++k) {
    const Arrival& b = group.bursts[static_cast<size_t>(k)];
    const int64_t before_data = b.completion - b.beats;
    add(UnitState::None, cycles_between(done, b.registered - 1));
    add(UnitState::Busy, done < b.registered ? 1 : 0);
    add(UnitState::MemQueued, cycles_between(std::max(done, b.registered), b.edge));
    add(UnitState::MemLatency, cycles_between(std::max(done, b.edge), before_data));
    add(UnitState::MemData, cycles_between(std::max(done, before_data), b.completion));
    done = std::max(done, b.completion);
  }
}

void Fetch::register_fault() {
  if (!launch_.stream->fault() || fault_registered())
    return;
  if (launch_.stream->fault().error == IsaError::NoFinish)
    fault_edge_ = last_dispatch_;
  else if (current_ < arrived_)
    fault_edge_ = std::max(group(current_).written + kStages, last_dispatch_ + 1);
  else
    return;
  last_activity_ = std::max(last_activity_, fault_edge_);
}

void Fetch::close(int64_t end, Accounts& accounts) const {
  accounts.add(TimedUnit::Fetch, last_kernel_, UnitState::None, end - last_dispatch_);
}

}  // namespace vta::csim
