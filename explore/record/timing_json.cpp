#include "explore/record/timing_json.h"

#include <boost/json/array.hpp>

#include "base/percent.h"

namespace vta::explore {
namespace {

boost::json::object units_json(const UnitCycles& units) {
  boost::json::object out;
  for (size_t u = 0; u < units.size(); ++u) {
    boost::json::object states;
    for (size_t s = 0; s < units[u].size(); ++s)
      states[unit_state_name(static_cast<UnitState>(s))] = units[u][s];
    out[timed_unit_name(static_cast<TimedUnit>(u))] = std::move(states);
  }
  return out;
}

boost::json::object lost_json(std::span<const LostCycles> lost, const std::string& text) {
  boost::json::array chain;
  for (const LostCycles& link : lost)
    chain.push_back({{"unit", timed_unit_name(link.unit)},
                     {"state", unit_state_name(link.state)},
                     {"cycles", link.cycles}});
  return {{"chain", std::move(chain)}, {"text", text}};
}

}  // namespace

boost::json::object insn_count_json(const Counters& counters) {
  boost::json::object out;
  for (size_t op = 0; op < kOpcodes.size(); ++op)
    out[kOpcodes[op]] = counters.insn_count[op];
  return out;
}

boost::json::object counters_json(const Counters& counters) {
  boost::json::object out;
  for (const CounterField& field : counter_fields())
    out[field.name] = counters.*field.member;
  out["insn_count"] = insn_count_json(counters);
  return out;
}

void add_states(boost::json::object& timing, const UnitCycles& units,
                std::span<const LostCycles> lost, const std::string& text) {
  timing["units"] = units_json(units);
  timing["lost"] = lost_json(lost, text);
}

boost::json::object outside_json(const KernelTiming& outside) {
  return {{"cycles", outside.cycles}, {"units", units_json(outside.units)}};
}

boost::json::object dram_json(const DramStatistics& dram) {
  boost::json::object out;
  for (const DramField& field : kDramFields)
    out[field.name] = dram.*field.member;
  return out;
}

boost::json::object timing_json(const Timing& timing) {
  boost::json::object out = {{"cycles", timing.cycles},
                             {"bus_beats", timing.bus_beats},
                             {"bus_percent", percent_of(timing.bus_beats, timing.cycles)},
                             {"lost_cycles", lost_by_compute(timing.units)}};
  add_states(out, timing.units, explore::lost_cycles(timing.units), lost_text(timing.units));
  out["outside"] = outside_json(timing.outside);
  if (timing.dram.any())
    out["dram"] = dram_json(timing.dram);
  return out;
}

}  // namespace vta::explore
