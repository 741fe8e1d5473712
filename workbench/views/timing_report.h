// Where the cycles of a run went, as a table: hw/rtl/core/README.md, "States of the units", and
// docs/timing.md. In words and as JSON: explore/record.
#pragma once

#include <string>

#include "sim/timing.h"

namespace vta::workbench {

// A row per unit and a column per state: cycles, and percent below them; then the states in words.
std::string state_table(const Timing& timing);

}  // namespace vta::workbench
