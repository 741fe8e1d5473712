// Counters and states as the JSON that every document has of them: docs/timing.md.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "explore/record/lost_cycles.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta::explore {

// Members of "insn_count", by opcode.
inline constexpr std::array<const char*, 5> kOpcodes = {"load", "store", "gemm", "finish", "alu"};

boost::json::object insn_count_json(const Counters& counters);
// All counters, insn_count included.
boost::json::object counters_json(const Counters& counters);
// Adds "units", the states, and "lost", why compute did not work: lost_cycles() and lost_text().
void add_states(boost::json::object& timing, const UnitCycles& units,
                std::span<const LostCycles> lost, const std::string& lost_text);
// {"cycles", "units"} of what belongs to no kernel.
boost::json::object dram_json(const DramStatistics& dram);
boost::json::object outside_json(const KernelTiming& outside);
// Of a run without a program, which has no bounds.
boost::json::object timing_json(const Timing& timing);

}  // namespace vta::explore
