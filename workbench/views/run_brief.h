// The first lines of `vta run`: what people came for. All else is behind --details (report.h).
#pragma once

#include <string>
#include <vector>

#include "workbench/views/report.h"

namespace vta::workbench {

// What was run on what, cycles and time, what part of the network they are of, the bound and what
// was lost, what was checked and written.
std::string brief_text(const RunOutcome& outcome);

// A line each; of more than five the first five and how many there are, unless all are asked for.
std::string notes_text(const std::vector<std::string>& notes, bool all);

}  // namespace vta::workbench
