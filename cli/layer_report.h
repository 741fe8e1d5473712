// A run kernel by kernel: tables for people, the same for a spreadsheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/report.h"
#include "runtime/bound.h"

namespace vta::cli {

// What no schedule avoids; nothing where a program does not say.
struct Least {
  std::optional<LayerBound> bound;
  std::optional<int64_t> useful_macs;
  Least& operator+=(const Least& other);
};

// The kernels of one kind, taken together.
struct KindSum {
  std::string kind;
  int64_t kernels = 0;
  Least least{LayerBound{}, 0};
  KernelTiming timing;
};
std::vector<KindSum> sums_by_kind(const RunOutcome& outcome);  // needs stats->timing
CycleBound run_bound(const RunOutcome& outcome);

inline constexpr const char* kBoundNotKnown =
    "not known: the program was compiled before it was kept; compile it again";

// Without those of padding; nothing where a program does not say.
std::optional<int64_t> useful_macs_of(const ProgramKernel& kernel);
// Useful multiplications (all of the layer's where a program does not say which are) over those
// that the GEMM steps did, in percent.
double step_utilization(const ProgramKernel& kernel, const Counters& counters,
                        const VtaConfig& config);

// What each kernel is, what it counted and, where time is modelled, its cycles and why they were
// lost; then what the columns mean. Lines have at most `width` characters where names that are
// shortened in their middle suffice for that.
std::string layer_tables(const RunOutcome& outcome, size_t width);
// Of the terminal that stdout is, from 80 to 160; kTableWidth elsewhere.
size_t output_width();
// A row per kernel with all there is of it, names in full; with time also what belongs to no
// kernel, so that the rows sum to the run.
std::string layer_csv(const RunOutcome& outcome);

}  // namespace vta::cli
