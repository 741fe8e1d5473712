// The machine that a program runs on: a configuration, another memory behind it, another clock.
#pragma once

#include <string>

#include "config/vta_config.h"

namespace vta::workbench {

// The configuration with the changes of `memory`, which may be empty. Logs what there is to know of
// it: config/memory_preset.h, memory_note.
VtaConfig with_memory(VtaConfig config, const std::string& memory);
// The configuration with this clock: its own where the label says nothing, the one that is
// estimated for it where the label asks for that.
VtaConfig with_clock(VtaConfig config, const ClockLabel& clock);

// Of the bound on every launch (driver/driver.h).
inline constexpr const char* kMaxCyclesHelp =
    "stop a launch after this many cycles; refuse a launch with more steps or more elements to "
    "move";

}  // namespace vta::workbench
