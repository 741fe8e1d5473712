// Counters and timing as the JSON that every document has of them: docs/timing.md.
#pragma once

#include <array>
#include <boost/json/object.hpp>

#include "explore/record/layer_sums.h"
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
// "compute", "memory", "cycles", "by" of a layer or of a network; null: not known.
boost::json::value layer_bound_json(const std::optional<LayerBound>& bound);
// Adds `layer_bound`, `layer_bound_percent` and `useful_mac_percent`; null where it is not known.
void add_layer_bound(boost::json::object& timing, const AtLeast& least, const VtaConfig& config,
                     int64_t cycles);

// Adds what needs counters: bound of what was issued, utilisation of bound and of MACs.
void add_utilization(boost::json::object& timing, const CycleBound& bound, const Counters& c,
                     int64_t cycles);

}  // namespace vta::explore
