// --max-cycles, of every command that launches.
#pragma once

#include "cli/options.h"
#include "driver/driver.h"

namespace vta::cli {

// The bound of every launch (driver/driver.h); `max_cycles` holds the default, kMaxCycles.
void add_max_cycles(Command& command, int64_t& max_cycles);

}  // namespace vta::cli
