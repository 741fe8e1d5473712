#include "sim/cosim/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/plural.h"
#include "sim/cosim/around.h"
#include "sim/cosim/compare_bytes.h"
#include "sim/cosim/compare_refusals.h"

namespace vta::cosim {
namespace {

using Found = std::optional<Difference>;

Found differ(DifferenceKind kind, std::string text) {
  return Difference{kind, std::move(text)};
}

LaunchRange last_launch(const Subject& s) {
  return s.launch(s.launches.empty() ? 0 : s.launches.size() - 1);
}

// Whether an error since memory and scratchpads were fresh has left parts of them unspecified.
bool unspecified(const Subject& s, const RunResult& r) {
  bool failed = false;
  for (size_t k = 0; k < r.earlier.size(); ++k)
    failed = (failed && !s.launches[k].fresh) || r.earlier[k].error != IsaError::None;
  return (failed && !last_launch(s).fresh) || r.report.error != IsaError::None;
}

bool same_error(const RunReport& x, const RunReport& y) {
  return x.error == y.error && x.error_insn == y.error_insn;
}

Found compare_errors(const Subject& s, const RunResult& a, const RunResult& b) {
  const bool timed = a.timed() && b.timed();
  if (same_error(a.report, b.report) ||
      (!timed && may_end_differently(s, last_launch(s), a.report, b.report)))
    return std::nullopt;
  const int64_t at = std::max(a.report.error_insn, b.report.error_insn);
  return differ(DifferenceKind::Error,
                fmt::format("{} ends with {}, {} with {}{}", a.backend, error_text(a.report),
                            b.backend, error_text(b.report),
                            around(s, last_launch(s).first + std::max<int64_t>(at, 0), a, b)));
}

// The earliest in time, not in the stream: what follows is its consequence.
Found compare_completions(const Subject& s, const LaunchRange& launch, const RunResult& a,
                          const RunResult& b) {
  const bool timed = a.timed() && b.timed();
  int64_t at = -1, first = 0;
  for (auto i = static_cast<size_t>(launch.first); i < static_cast<size_t>(launch.end); ++i) {
    const int64_t x = a.completion[i], y = b.completion[i];
    if (timed ? x == y : (x == kNotRetired) == (y == kNotRetired))
      continue;
    const int64_t when = x == kNotRetired ? y : y == kNotRetired ? x : std::min(x, y);
    if (at < 0 || when < first) {
      at = static_cast<int64_t>(i);
      first = when;
    }
  }
  if (at < 0)
    return std::nullopt;
  const auto k = static_cast<size_t>(at);
  return differ(DifferenceKind::Completion,
                fmt::format("instruction {} completes at {} in {} and at {} in {}{}", at,
                            cycle_text(a.completion[k]), a.backend, cycle_text(b.completion[k]),
                            b.backend, around(s, at, a, b)));
}

Found compare_cycles(const RunResult& a, const RunResult& b) {
  if (a.report.cycles == b.report.cycles)
    return std::nullopt;
  return differ(DifferenceKind::Cycles,
                fmt::format("the run takes {} in {} and {} in {}",
                            counted(a.report.cycles.value_or(-1), "cycle"), a.backend,
                            b.report.cycles.value_or(-1), b.backend));
}

Found compare_tokens(const RunResult& a, const RunResult& b) {
  if (a.report.tokens_left == b.report.tokens_left)
    return std::nullopt;
  return differ(
      DifferenceKind::Tokens,
      fmt::format("tokens left (load->compute, compute->load, compute->store, store->compute): "
                  "{} in {} and {} in {}",
                  fmt::join(a.report.tokens_left, " "), a.backend,
                  fmt::join(b.report.tokens_left, " "), b.backend));
}

Found compare_counters(const std::string& where, const Counters& x, const Counters& y,
                       const RunResult& a, const RunResult& b) {
  const auto differs = [&](const std::string& name, int64_t in_a, int64_t in_b) {
    return differ(DifferenceKind::Counters, fmt::format("{}{} is {} in {} and {} in {}", name,
                                                        where, in_a, a.backend, in_b, b.backend));
  };
  for (const CounterField& field : counter_fields())
    if (x.*field.member != y.*field.member)
      return differs(std::string(field.name), x.*field.member, y.*field.member);
  for (size_t op = 0; op < x.insn_count.size(); ++op)
    if (x.insn_count[op] != y.insn_count[op])
      return differs(fmt::format("insn_count of opcode {}", op), x.insn_count[op],
                     y.insn_count[op]);
  return std::nullopt;
}

Found compare_all_counters(const RunResult& a, const RunResult& b) {
  if (Found f = compare_counters("", a.report.counters, b.report.counters, a, b))
    return f;
  if (a.report.kernels.size() != b.report.kernels.size())
    return differ(
        DifferenceKind::Counters,
        fmt::format("{} in {} and {} in {}", counted(std::ssize(a.report.kernels), "kernel"),
                    a.backend, b.report.kernels.size(), b.backend));
  for (size_t k = 0; k < a.report.kernels.size(); ++k)
    if (Found f = compare_counters(fmt::format(" of kernel {}", k), a.report.kernels[k],
                                   b.report.kernels[k], a, b))
      return f;
  return std::nullopt;
}

// A device's registers say what its report says.
Found check_registers(const RunResult& r) {
  const bool failed = r.report.error != IsaError::None;
  const auto check = [&](Register reg, int64_t wanted) -> Found {
    const uint64_t value = r.registers[static_cast<size_t>(reg)];
    if (value == static_cast<uint64_t>(wanted))
      return std::nullopt;
    return differ(
        DifferenceKind::Registers,
        fmt::format("register {} of {} holds {}: its report says {}",
                    register_table()[static_cast<size_t>(reg)].name, r.backend, value, wanted));
  };
  if (Found f = check(Register::ErrorCode, static_cast<int64_t>(r.report.error)))
    return f;
  if (failed)
    if (Found f = check(Register::ErrorInsn, r.report.error_insn))
      return f;
  const int64_t left = r.report.total_tokens_left();
  if (Found f = check(Register::TokensLeft, left))
    return f;
  if (Found f = check(Register::Status, 1 + (failed ? 2 : 0) + (left > 0 ? 4 : 0)))
    return f;
  if (r.timed())
    if (Found f = check(Register::Cycles, *r.report.cycles))
      return f;
  for (const CounterField& field : machine_counters())
    if (Found f = check(*field.reg, r.report.counters.*field.member))
      return f;
  return std::nullopt;
}

Found compare_units(const std::string& where, const UnitCycles& x, const UnitCycles& y,
                    const RunResult& a, const RunResult& b) {
  for (size_t u = 0; u < x.size(); ++u)
    for (size_t s = 0; s < x[u].size(); ++s)
      if (x[u][s] != y[u][s])
        return differ(DifferenceKind::Timing,
                      fmt::format("unit {} is {} for {} cycles{} in {} and for {} in {}",
                                  timed_unit_name(static_cast<TimedUnit>(u)),
                                  unit_state_name(static_cast<UnitState>(s)), x[u][s], where,
                                  a.backend, y[u][s], b.backend));
  return std::nullopt;
}

Found compare_kernel_timing(const std::string& where, const KernelTiming& x, const KernelTiming& y,
                            const RunResult& a, const RunResult& b) {
  if (x.cycles != y.cycles)
    return differ(DifferenceKind::Timing,
                  fmt::format("{}{} in {} and {} in {}", counted(x.cycles, "cycle"), where,
                              a.backend, y.cycles, b.backend));
  return compare_units(where, x.units, y.units, a, b);
}

// "12 reads, 3 writes, ..."
std::string dram_text(const DramStatistics& dram) {
  std::string text;
  for (const DramField& field : kDramFields) {
    std::string name(field.name);
    std::ranges::replace(name, '_', ' ');
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", dram.*field.member, name);
  }
  return text;
}

Found compare_timing(const RunResult& a, const RunResult& b) {
  if (!a.report.timing || !b.report.timing) {
    if (a.report.timing.has_value() == b.report.timing.has_value())
      return std::nullopt;
    return differ(DifferenceKind::Timing, fmt::format("only {} says where the cycles went",
                                                      a.report.timing ? a.backend : b.backend));
  }
  const Timing& x = *a.report.timing;
  const Timing& y = *b.report.timing;
  if (x == y)
    return std::nullopt;
  if (x.cycles != y.cycles || x.bus_beats != y.bus_beats)
    return differ(DifferenceKind::Timing,
                  fmt::format("{} and {} in {}, {} and {} in {}", counted(x.cycles, "cycle"),
                              counted(x.bus_beats, "beat"), a.backend, counted(y.cycles, "cycle"),
                              counted(y.bus_beats, "beat"), b.backend));
  if (Found f = compare_units("", x.units, y.units, a, b))
    return f;
  if (x.dram != y.dram)
    return differ(DifferenceKind::Timing,
                  fmt::format("the DRAM did other things: {} in {}, {} in {}", dram_text(x.dram),
                              a.backend, dram_text(y.dram), b.backend));
  if (x.kernels.size() != y.kernels.size())
    return differ(DifferenceKind::Timing, fmt::format("time of {} in {} and of {} in {}",
                                                      counted(std::ssize(x.kernels), "kernel"),
                                                      a.backend, y.kernels.size(), b.backend));
  for (size_t k = 0; k < x.kernels.size(); ++k)
    if (Found f = compare_kernel_timing(fmt::format(" of kernel {}", k), x.kernels[k], y.kernels[k],
                                        a, b))
      return f;
  return compare_kernel_timing(" of no kernel", x.outside, y.outside, a, b);
}

Found check_all_refusals(const Subject& s, const RunResult& r) {
  for (size_t k = 0; k < r.earlier.size(); ++k)
    if (Found f = check_refusals(s, k, r.earlier[k], r))
      return f;
  return check_refusals(s, r.earlier.size(), r.report, r);
}

// Each unit's states add up to all cycles.
Found check_sums(const RunResult& r) {
  if (!r.report.timing || r.report.error != IsaError::None)
    return std::nullopt;
  const Timing& t = *r.report.timing;
  for (size_t u = 0; u < t.units.size(); ++u) {
    int64_t sum = 0;
    for (const int64_t cycles : t.units[u])
      sum += cycles;
    if (sum != t.cycles)
      return differ(
          DifferenceKind::Timing,
          fmt::format("the states of unit {} in {} sum to {}, not to its {} cycles",
                      timed_unit_name(static_cast<TimedUnit>(u)), r.backend, sum, t.cycles));
  }
  return std::nullopt;
}

// Launches before the last one. `timed`: of two results with time, else of any two.
Found compare_earlier(const Subject& s, bool timed, const RunResult& a, const RunResult& b) {
  for (size_t k = 0; k < a.earlier.size(); ++k) {
    const RunReport &x = a.earlier[k], &y = b.earlier[k];
    const std::string where = fmt::format(" of launch {}", k);
    if (!same_error(x, y) && (timed || !may_end_differently(s, s.launches[k], x, y)))
      return differ(DifferenceKind::Error,
                    fmt::format("launch {} ends in {} with {}, in {} with {}", k, a.backend,
                                error_text(x), b.backend, error_text(y)));
    const bool comparable = timed || !(stops_at_once(x.error) || stops_at_once(y.error));
    if (comparable)
      if (Found f = compare_completions(s, s.launches[k], a, b))
        return f;
    if (timed && x.cycles != y.cycles)
      return differ(
          DifferenceKind::Cycles,
          fmt::format("launch {} takes {} cycles in {} and {} in {}", k, x.cycles.value_or(-1),
                      a.backend, y.cycles.value_or(-1), b.backend));
    if (comparable)
      if (Found f = compare_counters(where, x.counters, y.counters, a, b))
        return f;
    if (x.error == y.error && x.tokens_left != y.tokens_left)
      return differ(
          DifferenceKind::Tokens,
          fmt::format("tokens left{}: {} in {} and {} in {}", where, fmt::join(x.tokens_left, " "),
                      a.backend, fmt::join(y.tokens_left, " "), b.backend));
  }
  return std::nullopt;
}

Found compare_time(const Subject& s, const RunResult& a, const RunResult& b) {
  if (Found f = compare_completions(s, last_launch(s), a, b))
    return f;
  if (Found f = compare_cycles(a, b))
    return f;
  if (Found f = compare_all_counters(a, b))
    return f;
  return a.report.error == IsaError::None ? compare_timing(a, b) : std::nullopt;
}

Found compare_values(const Subject& s, const RunResult& a, const RunResult& b) {
  if (a.report.error == b.report.error)
    if (Found f = compare_tokens(a, b))
      return f;
  // What had completed when something stopped the run depends on time; nothing else does.
  if (!stops_at_once(a.report.error) && !stops_at_once(b.report.error)) {
    if (Found f = compare_completions(s, last_launch(s), a, b))
      return f;
    if (Found f = compare_all_counters(a, b))
      return f;
  }
  if (s.racy)
    return std::nullopt;
  if (Found f = compare_dram(s, unspecified(s, a), a, b))
    return f;
  return unspecified(s, a) ? std::nullopt : compare_scratchpads(s, a, b);
}

}  // namespace

std::string_view difference_name(DifferenceKind kind) {
  constexpr std::array<std::string_view, 10> kNames = {
      "failure",  "error",     "completion cycle", "cycles", "tokens left",
      "counters", "registers", "unit states",      "DRAM",   "scratchpad"};
  return kNames[static_cast<size_t>(kind)];
}

bool counts_for_racy(DifferenceKind kind) {
  return kind != DifferenceKind::Dram && kind != DifferenceKind::Scratchpad;
}

std::optional<Difference> find_difference(const Subject& subject,
                                          std::span<const RunResult> results) {
  for (const RunResult& r : results)
    if (!r.failure.empty())
      return differ(DifferenceKind::Failure, fmt::format("{}: {}", r.backend, r.failure));
  const RunResult* timed = nullptr;
  for (const RunResult& r : results) {
    if (timed != nullptr && r.timed())
      if (Found f = compare_earlier(subject, true, *timed, r))
        return f;
    if (&r != &results.front())
      if (Found f = compare_earlier(subject, false, results.front(), r))
        return f;
    if (&r != &results.front())
      if (Found f = compare_errors(subject, results.front(), r))
        return f;
    if (timed != nullptr && r.timed())
      if (Found f = compare_errors(subject, *timed, r))
        return f;
    if (timed != nullptr && r.timed())
      if (Found f = compare_time(subject, *timed, r))
        return f;
    if (timed == nullptr && r.timed())
      timed = &r;
  }
  for (const RunResult& r : results) {
    if (&r != &results.front())
      if (Found f = compare_values(subject, results.front(), r))
        return f;
    if (Found f = check_all_refusals(subject, r))
      return f;
    if (Found f = check_registers(r))
      return f;
    if (Found f = check_sums(r))
      return f;
  }
  return std::nullopt;
}

}  // namespace vta::cosim
