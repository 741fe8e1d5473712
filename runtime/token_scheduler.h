// Orders instructions of different units by dependency tokens: which push and pop bits to set, when
// a NOP is needed, and which orders hold already.
//
// Each unit is in order, so an instruction is known by its position in its unit, and what it is
// ordered after by one position per unit (a vector clock). Token counters are anonymous, so the
// k-th pop of a counter meets its k-th push. A new pair therefore needs a pusher behind the last
// pusher and a popper behind the last popper of its counter; where that fails, the last pair of the
// counter already orders the two. Every pair points forward in program order: no queue depth and
// no timing can make such a stream deadlock.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/isa/insn.h"
#include "runtime/range_map.h"

namespace vta {

class TokenScheduler {
 public:
  static constexpr int32_t kNone = RangeMap::kNone;

  // `store_cycles`: what a STORE takes for an element, about. An order between LOAD and STORE then
  // goes through a compute instruction that starts when the STORE should be done, so that compute
  // does not wait; 0: through the first one behind the STORE.
  explicit TokenScheduler(int64_t store_cycles = 0) : store_cycles_(store_cycles) {}

  // Appends an instruction that must start after the completion of the instruction at position
  // latest[u] of every unit u. Its token bits are cleared first. Returns its position in its unit.
  int32_t append(const Insn& insn, const RangeMap::Latest& latest);

  const std::vector<Insn>& insns() const { return insns_; }
  std::vector<Insn> take_insns() { return std::move(insns_); }
  // Position of a unit's last instruction, kNone without one.
  int32_t last_position(Unit unit) const;
  int64_t num_nops() const { return num_nops_; }
  // InternalError unless every push bit of the stream has its pop bit.
  void check_balance() const;

 private:
  using Clock = std::array<int32_t, 3>;  // position per unit known to be complete

  struct Node {
    int8_t unit = 0;
    int32_t position = 0;
    int32_t from_load = kNone;         // global index of the partner of its pops: load,
    int32_t from_compute = kNone;      // compute,
    int32_t from_store = kNone;        // store
    Clock clock{kNone, kNone, kNone};  // when it starts
  };
  struct Counter {
    int32_t last_pusher = kNone, last_popper = kNone;  // positions
  };

  int32_t add_node(const Insn& insn);
  Clock clock_before_next(int unit) const;
  Clock clock_after(int32_t index) const;
  void refresh(int32_t index);
  void refresh_from(int32_t index);
  Counter& counter(int from, int to);
  void pair(int32_t pusher, int32_t popper);
  int32_t at(int unit, int32_t position) const;

  void append_compute(const Insn& insn, const RangeMap::Latest& latest);
  void append_outer(const Insn& insn, const RangeMap::Latest& latest);
  int32_t compute_after(int far, int32_t far_position);
  int32_t after_transfer(int32_t pusher, int32_t first) const;
  int32_t relay(int far, int near_unit, int32_t far_position);
  int32_t pop_earlier(int near_unit, int32_t popper);

  int64_t store_cycles_;
  std::vector<Insn> insns_;
  std::vector<Node> nodes_;                      // parallel to insns_
  std::array<std::vector<int32_t>, 3> by_unit_;  // position -> index
  std::array<std::array<Counter, 3>, 3> counters_;
  int64_t num_nops_ = 0;
};

}  // namespace vta
