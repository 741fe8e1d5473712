// From image to answer, as `vta run --host` shows it.
#pragma once

#include <string>

#include "workbench/outcome.h"

namespace vta::workbench {

// The first line of a run; "" without --host.
std::string host_time_line(const RunOutcome& outcome);
// A row per kind of step, largest first, and all of them.
std::string host_time_table(const explore::HostTimeline& timeline);

}  // namespace vta::workbench
