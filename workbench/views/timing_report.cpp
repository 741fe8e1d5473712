#include "workbench/views/timing_report.h"

#include <fmt/format.h>

#include "base/percent.h"
#include "explore/record/lost_cycles.h"

namespace vta::workbench {

std::string state_table(const Timing& timing) {
  std::string out = fmt::format("{:<10}", "unit");
  for (int s = 0; s < kNumUnitStates; ++s)
    out += fmt::format("{:>13}", unit_state_name(static_cast<UnitState>(s)));
  out += "\n";
  for (size_t u = 0; u < timing.units.size(); ++u) {
    out += fmt::format("{:<10}", timed_unit_name(static_cast<TimedUnit>(u)));
    for (const int64_t cycles : timing.units[u])
      out += fmt::format("{:>13}", cycles);
    out += fmt::format("\n{:<10}", "");
    for (const int64_t cycles : timing.units[u])
      out += fmt::format("{:>11.1f} %", percent_of(cycles, timing.cycles));
    out += "\n";
  }
  for (int s = 0; s < kNumUnitStates; ++s)
    out += fmt::format("{}{}: {}",
                       s == 0       ? "a unit that is in "
                       : s % 3 == 0 ? ";\n  "
                                    : "; ",
                       unit_state_name(static_cast<UnitState>(s)),
                       explore::state_words(static_cast<UnitState>(s)));
  return out + "\n";
}

}  // namespace vta::workbench
