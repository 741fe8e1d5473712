// The four token counters as the edges of their pushes: hw/rtl/core/README.md, "Tokens". Pushes and
// pops of a counter are each in order, so the k-th pop takes the k-th push.
#pragma once

#include <array>
#include <cstdint>

#include "base/ring.h"
#include "sim/launch/unit_queues.h"

namespace vta::csim {

class Tokens {
 public:
  void launch() {
    for (auto& counter : pushes_)
      counter.clear();
  }
  void push(int counter, int64_t edge) { pushes_[static_cast<size_t>(counter)].push(edge); }
  bool known(int counter) const { return !pushes_[static_cast<size_t>(counter)].empty(); }
  int64_t front(int counter) const { return pushes_[static_cast<size_t>(counter)].front(); }
  void pop(int counter) { pushes_[static_cast<size_t>(counter)].pop(); }
  int64_t left(int counter) const {
    return static_cast<int64_t>(pushes_[static_cast<size_t>(counter)].size());
  }

 private:
  std::array<Ring<int64_t>, 4> pushes_;
};

// The counters that a unit pops; -1 where it has no such neighbour.
struct PoppedTokens {
  int prev, next;
};
inline constexpr std::array<PoppedTokens, 3> kPoppedTokens = {{
    {-1, kComputeToLoad},
    {kLoadToCompute, kStoreToCompute},
    {kComputeToStore, -1},
}};
// The unit that pops a counter.
inline constexpr std::array<Unit, 4> kPopper = {Unit::Compute, Unit::Load, Unit::Store,
                                                Unit::Compute};

}  // namespace vta::csim
