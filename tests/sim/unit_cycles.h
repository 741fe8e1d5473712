// Tables of units' cycles by state, written as their entries that are not 0.
#pragma once

#include <vector>

#include "sim/timing.h"

namespace vta::test {

struct UnitCyclesEntry {
  TimedUnit unit;
  UnitState state;
  int64_t cycles;
};

inline UnitCycles units_of(const std::vector<UnitCyclesEntry>& entries) {
  UnitCycles units{};
  for (const UnitCyclesEntry& e : entries)
    units[static_cast<size_t>(e.unit)][static_cast<size_t>(e.state)] = e.cycles;
  return units;
}

}  // namespace vta::test
