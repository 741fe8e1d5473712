// Why cycles were lost, in words: hw/rtl/core/README.md, "States of the units", and docs/timing.md.
#pragma once

#include <string>
#include <vector>

#include "sim/timing.h"

namespace vta::explore {

// One unit's share in why cycles were lost.
struct LostCycles {
  TimedUnit unit;
  UnitState state;
  int64_t cycles = 0;
};
// From compute to what it waits for: its largest state that is not busy; where that is a missing
// token or instruction, what the unit that owes it mostly does, and so on. Empty: none lost.
std::vector<LostCycles> lost_cycles(const UnitCycles& units);
// "compute waits for load (41.0 % of its cycles), load moves data at the bus rate".
std::string lost_text(const UnitCycles& units);
// The same with "{}" for the percentage: a few dozen texts for any number of layers.
std::string lost_pattern(const UnitCycles& units);

// The same for a narrow column: "waits for load (bus rate)", "own loads (latency)"; "" if none.
std::string lost_brief(const UnitCycles& units);
// What a unit in this state does: "waits for the unit before it".
std::string_view state_words(UnitState state);

int64_t total(const StateCycles& states);
int64_t lost_by_compute(const UnitCycles& units);  // it does not work

}  // namespace vta::explore
