#include "explore/record/timing_json.h"

#include <boost/json/array.hpp>

#include "explore/record/lost_cycles.h"

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

boost::json::object lost_json(const UnitCycles& units) {
  boost::json::array chain;
  for (const LostCycles& link : lost_cycles(units))
    chain.push_back({{"unit", timed_unit_name(link.unit)},
                     {"state", unit_state_name(link.state)},
                     {"cycles", link.cycles}});
  const StateCycles& compute = units[static_cast<size_t>(TimedUnit::Compute)];
  return {{"cycles", total(compute) - compute[static_cast<size_t>(UnitState::Busy)]},
          {"chain", std::move(chain)},
          {"text", lost_text(units)}};
}

}  // namespace

boost::json::object counters_json(const Counters& counters) {
  boost::json::object out;
  for (const CounterField& field : counter_fields())
    out[field.name] = counters.*field.member;
  boost::json::object by_opcode;
  for (size_t op = 0; op < kOpcodes.size(); ++op)
    by_opcode[kOpcodes[op]] = counters.insn_count[op];
  out["insn_count"] = by_opcode;
  return out;
}

boost::json::object timing_json(const KernelTiming& timing) {
  return {{"cycles", timing.cycles},
          {"units", units_json(timing.units)},
          {"lost", lost_json(timing.units)}};
}

boost::json::object timing_json(const Timing& timing) {
  boost::json::object out = timing_json(KernelTiming{timing.cycles, timing.units});
  out["bus_beats"] = timing.bus_beats;
  out["bus_utilization_percent"] = percent_of(timing.bus_beats, timing.cycles);
  out["outside"] = {{"cycles", timing.outside.cycles}, {"units", units_json(timing.outside.units)}};
  return out;
}

boost::json::value layer_bound_json(const std::optional<LayerBound>& bound) {
  if (!bound)
    return nullptr;
  return {{"compute", bound->compute},
          {"memory", bound->memory},
          {"cycles", bound->cycles},
          {"by", bound->by()}};
}

void add_layer_bound(boost::json::object& timing, const AtLeast& least, const VtaConfig& config,
                     int64_t cycles) {
  const auto& [bound, useful_macs] = least;
  timing["layer_bound"] = layer_bound_json(bound);
  timing["layer_bound_percent"] = nullptr;
  if (bound)
    timing["layer_bound_percent"] = percent_of(bound->cycles, cycles);
  timing["useful_mac_percent"] = nullptr;
  if (useful_macs)
    timing["useful_mac_percent"] = percent_of(*useful_macs, cycles * config.macs());
}

void add_utilization(boost::json::object& timing, const CycleBound& bound, const Counters& c,
                     int64_t cycles) {
  timing["bound"] = {{"compute", bound.compute},
                     {"memory", bound.memory},
                     {"cycles", bound.cycles()},
                     {"by", bound.by()}};
  timing["bound_percent"] = percent_of(bound.cycles(), cycles);
  timing["mac_utilization_percent"] = percent_of(c.gemm_counter, cycles);
}

}  // namespace vta::explore
