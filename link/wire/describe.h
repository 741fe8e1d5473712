// What the values of a link consist of, in the order in which they are sent. An order or a member
// that changes is another version of the messages (frame.h).
#pragma once

#include "base/archive.h"
#include "hw/isa/codec.h"
#include "link/device_link.h"

namespace vta {

inline void check_known(const ByteReader& r, IsaError error) {
  r.require(isa_error_name(error) != isa_error_name(static_cast<IsaError>(0xff)), "error code",
            error);
}
inline void check_known(const ByteReader& r, MemoryType type) {
  r.require(type <= MemoryType::Acc8, "memory type", type);
}
inline void check_known(const ByteReader& r, Unit unit) {
  r.require(unit <= Unit::Store, "unit", unit);
}
inline void check_known(const ByteReader& r, TimedUnit unit) {
  r.require(static_cast<int>(unit) < kNumTimedUnits, "unit", unit);
}

template <typename A>
void describe(A& a, typename A::template Of<MemoryRange>& r) {
  a(r.begin, r.end);
}

template <typename A>
void describe(A& a, typename A::template Of<DramBases>& b) {
  a(b.uop, b.inp, b.wgt, b.acc, b.out);
}

template <typename A>
void describe(A& a, typename A::template Of<ReadBack>& r) {
  a(r.after_insn, r.phys_addr, r.size_bytes);
}

template <typename A>
void describe(A& a, typename A::template Of<LaunchRequest>& r) {
  a(r.insn_addr, r.insn_count, r.bases, r.kernel_first_insn, r.max_cycles, r.read_backs, r.window);
}

template <typename A>
void describe(A& a, typename A::template Of<Counters>& c) {
  for (const CounterField& field : counter_fields())
    a(c.*field.member);
  a(c.insn_count);
}

template <typename A>
void describe(A& a, typename A::template Of<KernelTiming>& t) {
  a(t.cycles, t.units);
}

template <typename A>
void describe(A& a, typename A::template Of<DramStatistics>& s) {
  for (const DramField& field : kDramFields)
    a(s.*field.member);
}

template <typename A>
void describe(A& a, typename A::template Of<Timing>& t) {
  a(t.cycles, t.bus_beats, t.units, t.kernels, t.outside, t.dram);
}

// Without the read-backs: they are messages of their own.
template <typename A>
void describe(A& a, typename A::template Of<LaunchReport>& r) {
  a(r.ended, r.error, r.error_insn, r.error_text, r.counters, r.kernels, r.tokens_left, r.cycles,
    r.timing);
}

template <typename A>
void describe(A& a, typename A::template Of<Dispatch>& d) {
  a(d.index, d.decode, d.ready, d.edge);
}

template <typename A>
void describe(A& a, typename A::template Of<Execution>& e) {
  a(e.unit, e.index, e.dispatched, e.free, e.visible, e.prev_token, e.next_token, e.start, e.finish,
    e.done, e.states);
}

template <typename A>
void describe(A& a, typename A::template Of<BurstTransfer>& b) {
  a(b.master, b.insn, b.address, b.bytes, b.beats, b.requested, b.granted, b.first_beat,
    b.last_beat, b.complete);
}

template <typename A>
void describe(A& a, typename A::template Of<InsnBits>& bits) {
  a(bits.lo, bits.hi);
}

}  // namespace vta
