// Compares backends on a program; the allowed differences are their contract.
//
// Compared for all: error and its instruction; tokens left; which instructions completed and the
// counters of the run and of each kernel; DRAM; without an error also scratchpads. What had
// completed when INDEX_RANGE stopped the run depends on time: then completions and counters are
// compared among those that model time, and not with the others; so after BUS_ERROR, where the
// others may end with another error, too (compare_refusals.h). Racy programs may differ in DRAM and
// scratchpads. After an error DRAM is compared but for what STOREs that did not complete on
// both may have written. Compared for those that model time: completion cycle of every instruction,
// cycles of the run, and without an error the states of the units. Of launches before the last one:
// error, completions, cycles, counters and tokens left, likewise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/cosim/backend_run.h"

namespace vta::cosim {

enum class DifferenceKind {
  Failure,  // a backend threw or did not end
  Error,
  Completion,
  Cycles,
  Tokens,
  Counters,
  Registers,
  Timing,
  Dram,
  Scratchpad,
};
std::string_view difference_name(DifferenceKind kind);  // "completion cycle", ...

// Of such a kind that a racy program must not show it either.
bool counts_for_racy(DifferenceKind kind);

struct Difference {
  DifferenceKind kind = DifferenceKind::Failure;
  std::string text;  // one sentence, then instructions around the place
};

// Inputs of a comparison besides the results.
struct Subject {
  const VtaConfig& config;
  std::span<const Insn> insns;  // of all launches
  BaseAddresses bases;
  bool racy = false;
  std::vector<LaunchRange> launches;  // none: one of all instructions
  RefusedWindow refused = {};
  uint64_t insn_addr = 0;

  LaunchRange launch(size_t number) const {
    return launches.empty() ? LaunchRange{0, std::ssize(insns)} : launches[number];
  }
};

// The first difference: of values with the first result, of time with the first timed one. One
// result alone is compared with itself: its registers with its report.
std::optional<Difference> find_difference(const Subject& subject,
                                          std::span<const RunResult> results);

}  // namespace vta::cosim
