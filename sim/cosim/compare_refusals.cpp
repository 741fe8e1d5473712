#include "sim/cosim/compare_refusals.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/isa/disassembler.h"
#include "sim/cosim/refusals.h"
#include "sim/races/token_clocks.h"

namespace vta::cosim {
namespace {

using Found = std::optional<Difference>;

Bursts bursts_of(const Subject& s) {
  return {s.config, s.bases, s.refused};
}

const Insn& insn_at(const Subject& s, int64_t index) {
  return s.insns[static_cast<size_t>(index)];
}

// Of compute with two pipes: a LOAD of the one need not wait for work of the other.
bool may_overtake(const Subject& s, int64_t first, int64_t second) {
  const auto has_steps = [](const Insn& n) {
    return n.op() == Opcode::Gemm || n.op() == Opcode::Alu;
  };
  return s.config.acc_overlap != 0 && has_steps(insn_at(s, first)) &&
         insn_at(s, second).op() == Opcode::Load && second > first;
}

// Whether `first` is complete before `second` can start, by the order of queues and by tokens.
bool is_before(const Subject& s, const LaunchRange& launch, int64_t first, int64_t second) {
  if (first >= second || may_overtake(s, first, second))
    return false;
  const Unit unit = unit_of(insn_at(s, first));
  TokenClocks clocks;
  int32_t position = 0;
  for (int64_t i = launch.first; i <= second; ++i) {
    clocks.run(insn_at(s, i));
    if (i == first)
      position = clocks.count(unit);
  }
  const TokenClock& known = clocks.known(unit_of(insn_at(s, second)));
  return position > 0 && known[static_cast<size_t>(unit)] >= position;
}

}  // namespace

std::string error_text(const RunReport& report) {
  if (report.error == IsaError::None)
    return "no error";
  return fmt::format("{} at instruction {}", isa_error_name(report.error), report.error_insn);
}

Found check_refusals(const Subject& s, size_t number, const RunReport& report,
                     const RunResult& result) {
  const LaunchRange launch = s.launch(number);
  const Bursts bursts = bursts_of(s);
  const int64_t fetched = refused_fetch(s.insn_addr, launch, s.refused).value_or(launch.end);
  const int64_t named = launch.first + report.error_insn;
  if (report.error == IsaError::BusError && (named < launch.first || named >= launch.end))
    return Difference{DifferenceKind::Error,
                      fmt::format("{} ends with {}, which is none of the launch", result.backend,
                                  error_text(report))};
  if (report.error == IsaError::BusError && fetched == launch.end &&
      !bursts.first_refused(insn_at(s, named)))
    return Difference{
        DifferenceKind::Error,
        fmt::format("{} ends with {}, none of whose bursts is refused: {}", result.backend,
                    error_text(report), disassemble(insn_at(s, named)))};
  for (int64_t i = launch.first; i < launch.end && !s.refused.empty(); ++i)
    if (result.completion[static_cast<size_t>(i)] != kNotRetired &&
        (i >= fetched || bursts.first_refused(insn_at(s, i))))
      return Difference{
          DifferenceKind::Completion,
          fmt::format("instruction {} completes in {} though {} is refused: {}", i, result.backend,
                      i >= fetched ? "its fetch" : "a burst of it", disassemble(insn_at(s, i)))};
  return std::nullopt;
}

bool may_end_differently(const Subject& s, const LaunchRange& launch, const RunReport& a,
                         const RunReport& b) {
  const bool bus = a.error == IsaError::BusError || b.error == IsaError::BusError;
  if (!bus || a.error == IsaError::None || b.error == IsaError::None)
    return false;
  if (refused_fetch(s.insn_addr, launch, s.refused))
    return true;
  if (!stops_at_once(a.error) || !stops_at_once(b.error))
    return false;
  const int64_t x = launch.first + a.error_insn, y = launch.first + b.error_insn;
  return !is_before(s, launch, x, y) && !is_before(s, launch, y, x);
}

}  // namespace vta::cosim
