// A run kernel by kernel: tables for people, the same for a spreadsheet.
#pragma once

#include <string>
#include <vector>

#include "workbench/outcome.h"

namespace vta::workbench {

inline constexpr const char* kBoundNotKnown =
    "not known: the program was compiled before it was kept; compile it again";

// What each kernel is, what it counted and, where time is modelled, its cycles and why they were
// lost; then what the columns mean. Lines have at most `width` characters where names that are
// shortened in their middle suffice for that.
std::string layer_tables(const RunOutcome& outcome, size_t width);
// A row per kernel with all there is of it, names in full; with time also what belongs to no
// kernel, so that the rows sum to the run.
std::string layer_csv(const RunOutcome& outcome);

}  // namespace vta::workbench
