#include "runtime/token_scheduler.h"

#include <algorithm>

#include "base/error.h"

namespace vta {
namespace {

constexpr int kLoad = static_cast<int>(Unit::Load);
constexpr int kCompute = static_cast<int>(Unit::Compute);
constexpr int kStore = static_cast<int>(Unit::Store);

void join(std::array<int32_t, 3>& clock, const std::array<int32_t, 3>& other) {
  for (size_t unit = 0; unit < clock.size(); ++unit)
    clock[unit] = std::max(clock[unit], other[unit]);
}

Insn compute_nop() {
  Insn nop;
  nop.opcode = static_cast<int64_t>(Opcode::Load);
  nop.memory_type = static_cast<int64_t>(MemoryType::Uop);
  return nop;
}

}  // namespace

int32_t TokenScheduler::at(int unit, int32_t position) const {
  return by_unit_[static_cast<size_t>(unit)][static_cast<size_t>(position)];
}

int32_t TokenScheduler::last_position(Unit unit) const {
  return static_cast<int32_t>(by_unit_[static_cast<size_t>(unit)].size()) - 1;
}

TokenScheduler::Counter& TokenScheduler::counter(int from, int to) {
  return counters_[static_cast<size_t>(from)][static_cast<size_t>(to)];
}

TokenScheduler::Clock TokenScheduler::clock_after(int32_t index) const {
  const Node& node = nodes_[static_cast<size_t>(index)];
  Clock clock = node.clock;
  clock[static_cast<size_t>(node.unit)] = node.position;
  return clock;
}

TokenScheduler::Clock TokenScheduler::clock_before_next(int unit) const {
  const int32_t last = last_position(static_cast<Unit>(unit));
  return last == kNone ? Clock{kNone, kNone, kNone} : clock_after(at(unit, last));
}

int32_t TokenScheduler::add_node(const Insn& insn) {
  const int unit = static_cast<int>(unit_of(insn));
  Node node;
  node.unit = static_cast<int8_t>(unit);
  node.position = last_position(static_cast<Unit>(unit)) + 1;
  node.clock = clock_before_next(unit);
  const auto index = static_cast<int32_t>(insns_.size());
  insns_.push_back(insn);
  nodes_.push_back(node);
  by_unit_[static_cast<size_t>(unit)].push_back(index);
  return index;
}

void TokenScheduler::refresh(int32_t index) {
  Node& node = nodes_[static_cast<size_t>(index)];
  if (node.position > 0)
    join(node.clock, clock_after(at(node.unit, node.position - 1)));
  for (const int32_t partner : {node.from_load, node.from_compute, node.from_store})
    if (partner != kNone)
      join(node.clock, clock_after(partner));
}

// A pop that is set on an instruction emitted earlier is news to everything behind it.
// In program order: what a clock is made of lies before it and is up to date by then.
void TokenScheduler::refresh_from(int32_t index) {
  for (; index < static_cast<int32_t>(nodes_.size()); ++index)
    refresh(index);
}

void TokenScheduler::pair(int32_t pusher, int32_t popper) {
  const Node& from = nodes_[static_cast<size_t>(pusher)];
  Node& to = nodes_[static_cast<size_t>(popper)];
  Counter& c = counter(from.unit, to.unit);
  VTA_CHECK(pusher < popper && from.position > c.last_pusher && to.position > c.last_popper,
            "token pair {} -> {} out of order", pusher, popper);
  c = {from.position, to.position};
  Insn& push = insns_[static_cast<size_t>(pusher)];
  Insn& pop = insns_[static_cast<size_t>(popper)];
  (to.unit > from.unit ? push.push_next : push.push_prev) = 1;
  (from.unit < to.unit ? pop.pop_prev : pop.pop_next) = 1;
  (from.unit == kLoad      ? to.from_load
   : from.unit == kCompute ? to.from_compute
                           : to.from_store) = pusher;
  refresh_from(popper);
}

int32_t TokenScheduler::append(const Insn& insn, const RangeMap::Latest& latest) {
  Insn clean = insn;
  clean.pop_prev = clean.pop_next = clean.push_prev = clean.push_next = 0;
  const Unit unit = unit_of(clean);
  if (unit == Unit::Compute)
    append_compute(clean, latest);
  else
    append_outer(clean, latest);
  return last_position(unit);
}

// A compute instruction is a neighbour of both units: one token for each of them, but none where
// the other one's token brings the order with it.
void TokenScheduler::append_compute(const Insn& insn, const RangeMap::Latest& latest) {
  const Clock known = clock_before_next(kCompute);
  const int32_t load = latest[kLoad] > known[kLoad] ? at(kLoad, latest[kLoad]) : kNone;
  const int32_t store = latest[kStore] > known[kStore] ? at(kStore, latest[kStore]) : kNone;
  const int32_t index = add_node(insn);
  const bool load_by_store =
      load != kNone && store != kNone && clock_after(store)[kLoad] >= latest[kLoad];
  const bool store_by_load =
      load != kNone && store != kNone && clock_after(load)[kStore] >= latest[kStore];
  // Where each token would bring the other's order, one of the two must stay: the store's.
  if (load != kNone && !load_by_store)
    pair(load, index);
  if (store != kNone && (load_by_store || !store_by_load))
    pair(store, index);
}

// LOAD and STORE are neighbours of compute only; an order with the far unit needs a compute
// instruction that is itself ordered behind the far one.
void TokenScheduler::append_outer(const Insn& insn, const RangeMap::Latest& latest) {
  const int unit = static_cast<int>(unit_of(insn));
  const int far = unit == kLoad ? kStore : kLoad;
  const auto far_slot = static_cast<size_t>(far);
  int32_t needed = latest[kCompute];
  if (latest[far_slot] > clock_before_next(unit)[far_slot]) {
    int32_t via = compute_after(far, latest[far_slot]);
    if (via == kNone)
      via = relay(far, unit, latest[far_slot]);
    else if (far == kStore && store_cycles_ > 0)
      via = pop_earlier(unit, via);
    needed = std::max(needed, via);
  }
  // The relay may have made the order known already.
  const bool ordered = needed <= clock_before_next(unit)[kCompute];
  // Only now: a NOP that relay() appends must stand before this instruction, which pops its token.
  const int32_t index = add_node(insn);
  if (!ordered)
    pair(at(kCompute, needed), index);
}

// Position of the first compute instruction ordered behind an instruction of the far unit. Clocks
// grow along a unit.
int32_t TokenScheduler::compute_after(int far, int32_t far_position) {
  const auto& compute = by_unit_[kCompute];
  const auto it = std::partition_point(compute.begin(), compute.end(), [&](int32_t index) {
    return nodes_[static_cast<size_t>(index)].clock[static_cast<size_t>(far)] < far_position;
  });
  return it == compute.end() ? kNone : static_cast<int32_t>(it - compute.begin());
}

// Position of the first compute instruction from `first` on that starts when the transfer should be
// done: a transfer starts with the first of them, at the earliest. Behind the last one if none
// does.
int32_t TokenScheduler::after_transfer(int32_t pusher, int32_t first) const {
  constexpr int64_t kLatency = 64;
  const auto& compute = by_unit_[kCompute];
  const Insn& transfer = insns_[static_cast<size_t>(pusher)];
  int64_t left =
      store_cycles_ == 0 ? 0 : transfer.y_size * transfer.x_size * store_cycles_ + kLatency;
  const auto count = static_cast<int32_t>(compute.size());
  for (; first < count && left > 0; ++first) {
    const Insn& insn = insns_[static_cast<size_t>(compute[static_cast<size_t>(first)])];
    if (insn.op() == Opcode::Gemm || insn.op() == Opcode::Alu)
      left -= insn.iter_out * insn.iter_in * (insn.uop_end - insn.uop_bgn);
  }
  return first;
}

// Orders some compute instruction behind the far one and returns its position: the first one that
// follows it in the program and that no other waiter would be held up by, else the one that the
// near unit popped last, else a NOP.
int32_t TokenScheduler::relay(int far, int near_unit, int32_t far_position) {
  const auto& compute = by_unit_[kCompute];
  const int32_t pusher = at(far, far_position);
  const auto follower = std::upper_bound(compute.begin(), compute.end(), pusher);
  const int32_t first = std::max(static_cast<int32_t>(follower - compute.begin()),
                                 counter(far, kCompute).last_popper + 1);
  const int32_t free_for_near = counter(kCompute, near_unit).last_pusher + 1;
  const auto count = static_cast<int32_t>(compute.size());
  int32_t position = std::max(after_transfer(pusher, first), free_for_near);
  if (store_cycles_ == 0 && position >= count && first < count)
    position = count - 1;
  int32_t index;
  if (position < count) {
    index = compute[static_cast<size_t>(position)];
  } else {
    index = add_node(compute_nop());
    position = nodes_[static_cast<size_t>(index)].position;
    ++num_nops_;
  }
  pair(pusher, index);
  return position;
}

// A compute instruction pops a STORE's token because it works where that STORE reads, perhaps long
// after that is done. One before it that starts when it should be done can as well, so that who
// else waits need not wait for this one. Returns its position, or that of `popper`.
int32_t TokenScheduler::pop_earlier(int near_unit, int32_t popper) {
  const auto& compute = by_unit_[kCompute];
  const int32_t index = compute[static_cast<size_t>(popper)];
  const int32_t pusher = nodes_[static_cast<size_t>(index)].from_store;
  if (pusher == kNone)
    return popper;
  int32_t first = popper;  // of those between the popper before it, or the STORE, and it
  const auto from_store = [&](int32_t position) {
    return nodes_[static_cast<size_t>(compute[static_cast<size_t>(position)])].from_store;
  };
  while (first > 0 && compute[static_cast<size_t>(first - 1)] > pusher &&
         from_store(first - 1) == kNone)
    --first;
  const int32_t position =
      std::max(after_transfer(pusher, first), counter(kCompute, near_unit).last_pusher + 1);
  if (position >= popper)
    return popper;
  Counter& c = counter(kStore, kCompute);
  if (c.last_popper == popper)
    c.last_popper = position;
  const int32_t earlier = compute[static_cast<size_t>(position)];
  insns_[static_cast<size_t>(index)].pop_next = 0;
  insns_[static_cast<size_t>(earlier)].pop_next = 1;
  nodes_[static_cast<size_t>(index)].from_store = kNone;
  nodes_[static_cast<size_t>(earlier)].from_store = pusher;
  refresh_from(earlier);
  return position;
}

void TokenScheduler::check_balance() const {
  int64_t load_to_compute = 0, compute_to_load = 0, compute_to_store = 0, store_to_compute = 0;
  for (const Insn& insn : insns_) {
    switch (unit_of(insn)) {
      case Unit::Load:
        load_to_compute += insn.push_next;
        compute_to_load -= insn.pop_next;
        break;
      case Unit::Compute:
        load_to_compute -= insn.pop_prev;
        store_to_compute -= insn.pop_next;
        compute_to_load += insn.push_prev;
        compute_to_store += insn.push_next;
        break;
      case Unit::Store:
        compute_to_store -= insn.pop_prev;
        store_to_compute += insn.push_prev;
        break;
    }
  }
  VTA_CHECK(!load_to_compute && !compute_to_load && !compute_to_store && !store_to_compute,
            "tokens left: load->compute {}, compute->load {}, compute->store {}, "
            "store->compute {}",
            load_to_compute, compute_to_load, compute_to_store, store_to_compute);
}

}  // namespace vta
