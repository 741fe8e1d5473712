#include "explore/record/array_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "explore/record/lost_cycles.h"

namespace vta::explore {

std::optional<ArrayUse> array_use(const ArrayWork& work, const UnitCycles& units) {
  const StateCycles& compute = units[static_cast<size_t>(TimedUnit::Compute)];
  const auto cycles = static_cast<double>(total(compute));
  if (!work.useful_macs || cycles == 0 || work.macs == 0)
    return std::nullopt;
  const auto busy = static_cast<double>(compute[static_cast<size_t>(UnitState::Busy)]);
  // With ACC_OVERLAP steps of ALU and GEMM go on at once: a step may be another's cycle.
  const double gemm = std::min(static_cast<double>(work.gemm_steps), busy);
  ArrayUse use;
  use.useful = static_cast<double>(*work.useful_macs) / (static_cast<double>(work.macs) * cycles);
  use.lanes = std::max(0.0, gemm / cycles - use.useful);
  use.other_steps = (busy - gemm) / cycles;
  use.waiting = 1 - busy / cycles;
  return use;
}

std::string ArrayUse::lost_text() const {
  struct Part {
    double share;
    const char* words;
  };
  std::array<Part, 3> parts{{{lanes, "in lanes that have nothing to multiply"},
                             {other_steps, "in ALU steps and resets"},
                             {waiting, "waiting"}}};
  std::ranges::stable_sort(parts, std::greater<>(), &Part::share);
  constexpr double kLeast = 0.0005;
  std::string out;
  for (const Part& part : parts)
    if (part.share >= kLeast)
      out += fmt::format("{}{:.1f} % {}", out.empty() ? "" : ", ", 100 * part.share, part.words);
  return out.empty() ? "nothing" : out;
}

}  // namespace vta::explore
