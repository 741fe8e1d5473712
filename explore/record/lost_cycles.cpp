#include "explore/record/lost_cycles.h"
#include "base/percent.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace vta::explore {
namespace {

const StateCycles& of(const UnitCycles& units, TimedUnit unit) {
  return units[static_cast<size_t>(unit)];
}

int64_t of(const StateCycles& states, UnitState state) {
  return states[static_cast<size_t>(state)];
}

// The largest of the states that `counts` admits; the first of equals.
template <typename Counts>
LostCycles largest(const UnitCycles& units, TimedUnit unit, const Counts& counts) {
  LostCycles best{unit, UnitState::None, 0};
  for (int s = 0; s < kNumUnitStates; ++s) {
    const auto state = static_cast<UnitState>(s);
    const int64_t cycles = of(of(units, unit), state);
    if (counts(state) && cycles > best.cycles)
      best = {unit, state, cycles};
  }
  return best;
}

// What a unit that is waited for does. Not that it waits for a token itself: load and store wait
// for compute alone, and if both waited, nothing would ever go on. That it has no instruction only
// where it does nothing else.
LostCycles largest_of_owing(const UnitCycles& units, TimedUnit unit) {
  const LostCycles best = largest(units, unit, [unit](UnitState s) {
    return s != UnitState::None && s != UnitState::TokenPrev && s != UnitState::TokenNext &&
           (unit != TimedUnit::Fetch || s != UnitState::Busy);
  });
  return best.cycles > 0 ? best
                         : largest(units, unit, [](UnitState s) { return s == UnitState::None; });
}

// The unit that owes what one in this state waits for.
std::optional<TimedUnit> owing_unit(TimedUnit unit, UnitState state) {
  if (unit == TimedUnit::Fetch)
    return std::nullopt;
  if (state == UnitState::TokenPrev)
    return TimedUnit::Load;
  if (state == UnitState::TokenNext)
    return TimedUnit::Store;
  if (state == UnitState::None)
    return TimedUnit::Fetch;
  return std::nullopt;
}

std::string words(const LostCycles& lost) {
  const std::string_view unit = timed_unit_name(lost.unit);
  const bool compute = lost.unit == TimedUnit::Compute;
  const std::string who = compute ? "compute's own loads" : std::string(unit);
  switch (lost.state) {
    case UnitState::Busy:
      return lost.unit == TimedUnit::Load ? "load fills pads" : fmt::format("{} is busy", unit);
    case UnitState::TokenPrev:
    case UnitState::TokenNext:
      return fmt::format("{} waits for {}", unit,
                         timed_unit_name(*owing_unit(lost.unit, lost.state)));
    case UnitState::MemQueued:
      return fmt::format("{} wait{} for the memory port", who, compute ? "" : "s");
    case UnitState::MemLatency:
      return fmt::format("{} wait{} for the memory's latency", who, compute ? "" : "s");
    case UnitState::MemData:
      return fmt::format("{} move{} data at the bus rate", who, compute ? "" : "s");
    case UnitState::Slot:
      return fmt::format("{} waits for room in a full queue", unit);
    case UnitState::None:
      return fmt::format("{} has {}", unit,
                         lost.unit == TimedUnit::Fetch ? "nothing to fetch" : "no instruction");
  }
  return {};
}

std::string_view brief_cause(TimedUnit unit, UnitState state) {
  switch (state) {
    case UnitState::Busy:
      return unit == TimedUnit::Load ? "pads" : "busy";
    case UnitState::TokenPrev:
    case UnitState::TokenNext:
      return "tokens";
    case UnitState::MemQueued:
      return "memory port";
    case UnitState::MemLatency:
      return "latency";
    case UnitState::MemData:
      return "bus rate";
    case UnitState::Slot:
      return "full queue";
    case UnitState::None:
      return "nothing to do";
  }
  return {};
}

}  // namespace

std::string_view state_words(UnitState state) {
  switch (state) {
    case UnitState::Busy:
      return "executes";
    case UnitState::TokenPrev:
      return "waits for the unit before it";
    case UnitState::TokenNext:
      return "waits for the unit behind it";
    case UnitState::MemQueued:
      return "waits for the memory port";
    case UnitState::MemLatency:
      return "waits for the memory's latency";
    case UnitState::MemData:
      return "moves data at the bus rate";
    case UnitState::Slot:
      return "waits for room in a full queue";
    case UnitState::None:
      return "has nothing to do";
  }
  return {};
}

std::string lost_brief(const UnitCycles& units) {
  const std::vector<LostCycles> chain = lost_cycles(units);
  if (chain.empty())
    return "";
  const LostCycles &first = chain.front(), &last = chain.back();
  if (chain.size() == 1)
    return first.state == UnitState::None
               ? "no instruction"
               : fmt::format("own loads ({})", brief_cause(first.unit, first.state));
  const std::string_view who = last.unit == TimedUnit::Fetch ? "fetch: " : "";
  if (first.state == UnitState::None)
    return fmt::format("no instruction ({}{})", who, brief_cause(last.unit, last.state));
  return fmt::format("waits for {} ({}{})", timed_unit_name(*owing_unit(first.unit, first.state)),
                     who, brief_cause(last.unit, last.state));
}

int64_t total(const StateCycles& states) {
  return std::accumulate(states.begin(), states.end(), int64_t{0});
}

std::vector<LostCycles> lost_cycles(const UnitCycles& units) {
  std::vector<LostCycles> chain;
  LostCycles link =
      largest(units, TimedUnit::Compute, [](UnitState state) { return state != UnitState::Busy; });
  while (link.cycles > 0) {
    chain.push_back(link);
    const std::optional<TimedUnit> next = owing_unit(link.unit, link.state);
    if (!next)
      break;
    link = largest_of_owing(units, *next);
  }
  return chain;
}

int64_t lost_by_compute(const UnitCycles& units) {
  const StateCycles& compute = of(units, TimedUnit::Compute);
  return total(compute) - of(compute, UnitState::Busy);
}

static std::string chain_text(const std::vector<LostCycles>& chain, std::string_view percentage) {
  if (chain.empty())
    return "none: compute is always busy";
  std::string out = fmt::format("{} ({} % of its cycles)", words(chain.front()), percentage);
  for (size_t i = 1; i < chain.size(); ++i)
    out += ", " + words(chain[i]);
  return out;
}

std::string lost_text(const UnitCycles& units) {
  const std::vector<LostCycles> chain = lost_cycles(units);
  const int64_t cycles = total(of(units, TimedUnit::Compute));
  const int64_t lost = chain.empty() ? 0 : chain.front().cycles;
  return chain_text(chain, fmt::format("{:.1f}", percent_of(lost, cycles)));
}

std::string lost_pattern(const UnitCycles& units) {
  return chain_text(lost_cycles(units), "{}");
}

}  // namespace vta::explore
