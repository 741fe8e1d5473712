// Where the cycles of a run went, as a table, in words and as JSON: hw/rtl/core/README.md, "States
// of the units", and docs/timing.md.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta::cli {

// The fewest cycles that the work could take: a serial compute unit that never waits, and a memory
// port that never idles.
struct CycleBound {
  int64_t compute = 0;  // steps of GEMM (resets included) and ALU, times their cycles
  int64_t memory = 0;   // bytes that are loaded, stored and fetched, over those of the bus
  int64_t cycles() const { return compute > memory ? compute : memory; }
  std::string_view by() const { return compute >= memory ? "compute" : "memory"; }
  CycleBound& operator+=(const CycleBound& other);
};
CycleBound kernel_bound(const Program& program, const ProgramKernel& kernel, const Counters& c);

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

// A row per unit and a column per state: cycles, and percent below them.
std::string state_table(const Timing& timing);

double percent_of(int64_t part, int64_t whole);

// Everything above of a whole run, or of one kernel.
boost::json::object timing_json(const Timing& timing);
boost::json::object timing_json(const KernelTiming& timing);
// Adds what needs counters: bound, utilisation of bound and of MACs.
void add_utilization(boost::json::object& timing, const CycleBound& bound, const Counters& c,
                     int64_t cycles);

}  // namespace vta::cli
