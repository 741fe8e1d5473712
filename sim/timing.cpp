#include "sim/timing.h"

namespace vta {

std::string_view timed_unit_name(TimedUnit unit) {
  static constexpr std::string_view kNames[] = {"fetch", "load", "compute", "store"};
  return kNames[static_cast<size_t>(unit)];
}

std::string_view unit_state_name(UnitState state) {
  static constexpr std::string_view kNames[] = {
      "busy", "token_prev", "token_next", "mem_queued", "mem_latency", "mem_data", "slot", "none"};
  return kNames[static_cast<size_t>(state)];
}

void add_cycles(UnitCycles& sum, const UnitCycles& more) {
  for (size_t u = 0; u < sum.size(); ++u)
    add_cycles(sum[u], more[u]);
}

}  // namespace vta
