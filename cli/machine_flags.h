// What --memory and --clock make of a configuration, in every command that has them.
#pragma once

#include <optional>
#include <string>

#include "cli/options.h"
#include "config/vta_config.h"
#include "explore/host/host_costs.h"
#include "workbench/machine.h"

namespace vta::cli {

void add_memory(Command& command, std::string& memory);

inline constexpr const char* kClockHelp =
    "clock in MHz for times, or auto: the clock estimated for each configuration "
    "(docs/timing_closure.md); default: CLOCK_MHZ, else no times";

struct ClockFlag {
  ClockLabel label;

  void add_to(Command& command);
  // The configuration's own clock where the option is not given; where it is `auto`, the clock that
  // is estimated for this configuration.
  // Before a memory is applied, whose cycles may follow from the clock, and again after it, whose
  // bus may change an estimate.
  VtaConfig on(VtaConfig config) const;
};

// --host: from image to answer (docs/host_time.md).
struct HostFlag {
  std::string name;
  std::optional<explore::HostCosts> costs;  // of the name, after read()

  void add_to(Command& command);
  // Reads the file, or measures: before anything else takes time. Nothing without the option.
  void read();
  // With a clock, where a host is given: a timeline needs one.
  VtaConfig on(VtaConfig config) const;
};

}  // namespace vta::cli
