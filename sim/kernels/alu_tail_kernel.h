// One pass of alu_tail.h over rows of lanes, a template over the vector unit.
//
// Everything has internal linkage: each instruction set gets its own copy.
// A vector unit V has: lanes, Acc; load, store, set1, add, max, min, sra, store_bytes.
#pragma once

#include "sim/kernels/alu_kernel.h"
#include "sim/kernels/isa_table.h"

namespace vta::kernels {
namespace {

inline int32_t tail_lane(int32_t x, int32_t addend, const TailArgs& a) {
  x = Max{}(Add{}(x, addend), a.floor);
  x = Min{}(Add{}(x, a.bias) >> a.shift, a.cap);
  return Min{}(Max{}(x, a.low), a.high);
}

template <typename V>
struct TailConstants {
  typename V::Acc floor, bias, shift, cap, low, high;
  explicit TailConstants(const TailArgs& a)
      : floor(V::set1(a.floor)),
        bias(V::set1(a.bias)),
        shift(V::set1(a.shift)),
        cap(V::set1(a.cap)),
        low(V::set1(a.low)),
        high(V::set1(a.high)) {}
};

// `lanes` lanes from `at`; addends[0] belongs to the first of them.
template <typename V, bool Narrow, bool Vector>
inline void tail_run(const TailArgs& a, const TailConstants<V>& k, int64_t at, int64_t lanes,
                     const int32_t* addends) {
  int64_t n = 0;
  for (; n + V::lanes <= lanes; n += V::lanes) {
    auto x = V::load(a.acc + at + n);
    if (Vector)
      x = V::add(x, V::load(addends + n));
    x = V::add(V::max(x, k.floor), k.bias);
    x = V::min(V::sra(x, k.shift), k.cap);
    x = V::min(V::max(x, k.low), k.high);
    V::store(a.acc + at + n, x);
    if (Narrow)
      V::store_bytes(a.narrow_to + at + n, x);
  }
  for (; n < lanes; ++n) {
    const int32_t x = tail_lane(a.acc[at + n], Vector ? addends[n] : 0, a);
    a.acc[at + n] = x;
    if (Narrow)
      a.narrow_to[at + n] = static_cast<std::byte>(bits(x) & 0xffU);
  }
}

template <typename V, bool Narrow>
void tail_rows(const TailArgs& a) {
  const TailConstants<V> k(a);
  const int64_t all = a.rows * a.row_lanes;
  if (a.addends == nullptr)
    return tail_run<V, Narrow, false>(a, k, 0, all, nullptr);
  if (!a.one_addend)
    return tail_run<V, Narrow, true>(a, k, 0, all, a.addends);
  for (int64_t at = 0; at < all; at += a.row_lanes)
    tail_run<V, Narrow, true>(a, k, at, a.row_lanes, a.addends);
}

template <typename V>
void tail(const TailArgs& a) {
  if (a.narrow_to != nullptr)
    tail_rows<V, true>(a);
  else
    tail_rows<V, false>(a);
}

// For instruction sets without a vector unit of their own.
struct OneLane {
  static constexpr int64_t lanes = 1;
  using Acc = int32_t;
  static Acc load(const int32_t* p) { return *p; }
  static void store(int32_t* p, Acc v) { *p = v; }
  static Acc set1(int32_t v) { return v; }
  static Acc add(Acc a, Acc b) { return Add{}(a, b); }
  static Acc max(Acc a, Acc b) { return Max{}(a, b); }
  static Acc min(Acc a, Acc b) { return Min{}(a, b); }
  static Acc sra(Acc a, Acc n) { return a >> n; }
  static void store_bytes(std::byte* p, Acc v) { *p = static_cast<std::byte>(bits(v) & 0xffU); }
};

}  // namespace
}  // namespace vta::kernels
