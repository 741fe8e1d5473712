// Counters and timing as the JSON that every document has of them: docs/timing.md.
#pragma once

#include <array>
#include <boost/json/object.hpp>

#include "runtime/bound.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta::explore {

// Members of "insn_count", by opcode.
inline constexpr std::array<const char*, 5> kOpcodes = {"load", "store", "gemm", "finish", "alu"};

// All counters, insn_count by opcode included.
boost::json::object counters_json(const Counters& counters);
// Cycles, states and why cycles were lost, of a whole run or of one kernel.
boost::json::object timing_json(const Timing& timing);
boost::json::object timing_json(const KernelTiming& timing);
// Adds what needs counters: bound, utilisation of bound and of MACs.
void add_utilization(boost::json::object& timing, const CycleBound& bound, const Counters& c,
                     int64_t cycles);

}  // namespace vta::explore
