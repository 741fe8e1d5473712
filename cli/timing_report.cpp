#include "cli/timing_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstring>
#include <numeric>
#include <optional>

#include "hw/isa/codec.h"

namespace vta::cli {
namespace {

constexpr int64_t kInsnBytes = 16;

int64_t compute_cycles(const Insn& insn, const VtaConfig& config) {
  const bool alu = insn.op() == Opcode::Alu;
  if (!alu && insn.op() != Opcode::Gemm)
    return 0;
  const int64_t per_step = alu && insn.use_imm == 0 && config.acc_read_ports == 1 ? 2 : 1;
  const int64_t uops = std::max<int64_t>(0, insn.uop_end - insn.uop_bgn);
  return per_step * insn.iter_out * insn.iter_in * uops;
}

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

int64_t total(const StateCycles& states) {
  return std::accumulate(states.begin(), states.end(), int64_t{0});
}

boost::json::object lost_json(const UnitCycles& units) {
  boost::json::array chain;
  for (const LostCycles& link : lost_cycles(units))
    chain.push_back({{"unit", timed_unit_name(link.unit)},
                     {"state", unit_state_name(link.state)},
                     {"cycles", link.cycles}});
  const StateCycles& compute = of(units, TimedUnit::Compute);
  return {{"cycles", total(compute) - of(compute, UnitState::Busy)},
          {"chain", std::move(chain)},
          {"text", lost_text(units)}};
}

}  // namespace

CycleBound& CycleBound::operator+=(const CycleBound& other) {
  compute += other.compute;
  memory += other.memory;
  return *this;
}

CycleBound kernel_bound(const Program& program, const ProgramKernel& kernel, const Counters& c) {
  const InsnCodec codec(program.config);
  CycleBound bound;
  for (int64_t i = kernel.first_insn; i < kernel.first_insn + kernel.insn_count; ++i) {
    InsnBits bits;
    std::memcpy(&bits, program.insns.data() + i * kInsnBytes, sizeof(bits));
    bound.compute += compute_cycles(codec.decode(bits), program.config);
  }
  const int64_t bytes = c.total_bytes() + kernel.insn_count * kInsnBytes;
  const int64_t bus = program.config.bus_bytes();
  bound.memory = (bytes + bus - 1) / bus;
  return bound;
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

double percent_of(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string lost_text(const UnitCycles& units) {
  const std::vector<LostCycles> chain = lost_cycles(units);
  if (chain.empty())
    return "none: compute is always busy";
  const int64_t cycles = total(of(units, TimedUnit::Compute));
  std::string out = fmt::format("{} ({:.1f} % of its cycles)", words(chain.front()),
                                percent_of(chain.front().cycles, cycles));
  for (size_t i = 1; i < chain.size(); ++i)
    out += ", " + words(chain[i]);
  return out;
}

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

void add_utilization(boost::json::object& timing, const CycleBound& bound, const Counters& c,
                     int64_t cycles) {
  timing["bound"] = {{"compute", bound.compute},
                     {"memory", bound.memory},
                     {"cycles", bound.cycles()},
                     {"by", bound.by()}};
  timing["bound_percent"] = percent_of(bound.cycles(), cycles);
  timing["mac_utilization_percent"] = percent_of(c.gemm_counter, cycles);
}

}  // namespace vta::cli
