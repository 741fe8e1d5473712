// The cycles of a run by state: hw/rtl/core/README.md, "States of the units". Equal in every
// backend that models time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/dram/statistics.h"

namespace vta {

// Units in the order of the arbiter.
enum class TimedUnit : uint8_t { Fetch = 0, Load = 1, Compute = 2, Store = 3 };
inline constexpr int kNumTimedUnits = 4;

enum class UnitState : uint8_t {
  Busy = 0,
  TokenPrev = 1,
  TokenNext = 2,
  MemQueued = 3,
  MemLatency = 4,
  MemData = 5,
  Slot = 6,
  None = 7,
};
inline constexpr int kNumUnitStates = 8;

std::string_view timed_unit_name(TimedUnit unit);   // "fetch", "load", "compute", "store"
std::string_view unit_state_name(UnitState state);  // "busy", "token_prev", "mem_queued", ...

// Cycles of one unit by state.
using StateCycles = std::array<int64_t, kNumUnitStates>;
using UnitCycles = std::array<StateCycles, kNumTimedUnits>;
inline void add_cycles(StateCycles& sum, const StateCycles& more) {
  for (size_t s = 0; s < sum.size(); ++s)
    sum[s] += more[s];
}
void add_cycles(UnitCycles& sum, const UnitCycles& more);

struct KernelTiming {
  int64_t cycles = 0;  // M_k - M_(k-1)
  UnitCycles units{};
  bool operator==(const KernelTiming&) const = default;
};

// Not defined (and not compared) for a run that ended with an error, but for `cycles`.
struct Timing {
  int64_t cycles = 0;                 // E
  int64_t bus_beats = 0;              // of all bursts; bus utilization = bus_beats / cycles
  UnitCycles units{};                 // whole run; each unit's states sum to `cycles`
  std::vector<KernelTiming> kernels;  // in the order of Device::set_kernels
  KernelTiming outside;               // cycles outside any kernel
  DramStatistics dram;                // all 0 with the simple memory
  bool operator==(const Timing&) const = default;
};

}  // namespace vta
