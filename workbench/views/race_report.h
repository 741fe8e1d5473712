// What --check-races found, as text and as JSON.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "sim/races/race_check.h"
#include "workbench/outcome.h"

namespace vta::workbench {

// The help of the option, wherever it is taken.
inline constexpr const char* kCheckRacesHelp =
    "find accesses of two units to the same place that no tokens order; exit code 1 if there is a "
    "race";

// "none in 3 launches of 4012 instructions", "2, see below".
std::string race_summary(const RaceCheck& check);
// The first few, and how many more there are; empty without a race.
std::string races_text(const RaceCheck& check, const KernelOf& kernel_of);
boost::json::object races_json(const RaceCheck& check, const KernelOf& kernel_of);

}  // namespace vta::workbench
