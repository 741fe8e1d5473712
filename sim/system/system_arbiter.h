// The system's grant: hw/rtl/system/README.md, "Offer" and "Grant of the system". All edges are the
// system's.
#pragma once

#include <array>
#include <cstdint>

#include "base/ring.h"
#include "sim/csim/flights.h"
#include "sim/system/system.h"

namespace vta::csim {

// Where the least edge stands, of several the first one. No branch, for which one it is is not
// foreseen.
inline size_t first_least(const std::array<int64_t, kMostCores>& edges) {
  size_t first = 0;
  int64_t least = edges[0];
  for (size_t k = 1; k < edges.size(); ++k) {
    const bool less = edges[k] < least;
    first = less ? k : first;
    least = less ? edges[k] : least;
  }
  return first;
}

struct Offer {
  int64_t granted = 0;  // by its core
  uint64_t address = 0;
  int64_t beats = 1;
  int64_t pause = 1;  // p of the page, if it is taken
  bool write = false;
};

class SystemArbiter {
 public:
  void reset();

  // In the order of the core's grants.
  void offer(size_t core, const Offer& offer);

  // When the next one is taken, if nothing is offered that its core grants at next() - 1 or later;
  // kNever: nothing waits.
  int64_t next() const;
  struct Taken {
    size_t core = 0;
    int64_t edge = 0;
    Offer offer;
  };
  Taken take();  // something waits

 private:
  static constexpr int64_t kOfferCycles = 2;  // from the core's grant to the first edge for it

  void show_head(size_t core);

  std::array<Ring<Offer>, kMostCores> queues_;
  std::array<int64_t, kMostCores> candidate_from_{};  // each queue's head; kNever: none
  size_t last_ = 0;
  int64_t free_ = 0;
};

}  // namespace vta::csim
