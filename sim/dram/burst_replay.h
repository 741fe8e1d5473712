// Bursts of an accelerator's port, at its own clock, on a DRAM. A burst is granted when fewer than
// `outstanding` are in flight and the port has moved the beats of the burst before it; its
// transactions enter the controller in order. Bursts leave in the order of their grants: a write
// when the controller has taken it, a read when the DRAM has its data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/dram/controller.h"

namespace vta {

struct DramBurst {
  int64_t address = 0, bytes = 0;
  bool write = false;
};

struct ReplayPort {
  int64_t bytes = 8;        // of a beat
  int64_t mhz = 100;        // of the accelerator
  int64_t outstanding = 1;  // bursts in flight
};

// In clocks of the DRAM, counted from 0.
struct DramBurstTimes {
  int64_t granted = 0, complete = 0;
  bool operator==(const DramBurstTimes&) const = default;
};

struct DramReplay {
  std::vector<DramBurstTimes> bursts;
  int64_t clocks = 0;  // when the last burst left
  DramStatistics statistics;
};

// InputError where a burst has no bytes or lies outside the DRAM.
DramReplay replay_bursts(const DramConfig& dram, const ReplayPort& port,
                         std::span<const DramBurst> bursts, DramController::CommandSink sink = {});

}  // namespace vta
