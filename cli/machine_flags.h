// What --memory and --clock make of a configuration, in every command that has them.
#pragma once

#include <string>

#include "cli/options.h"
#include "config/vta_config.h"
#include "workbench/machine.h"

namespace vta::cli {

void add_memory(Command& command, std::string& memory);

inline constexpr const char* kClockHelp =
    "MHz that times are shown at, or auto: as estimated for each configuration "
    "(docs/timing_closure.md); without it and without CLOCK_MHZ there are none";

struct ClockFlag {
  ClockLabel label;

  void add_to(Command& command);
  // The configuration's own clock where the option is not given; where it is `auto`, the clock that
  // is estimated for this configuration.
  VtaConfig on(VtaConfig config) const;
};

}  // namespace vta::cli
