// A host by what a person calls it: the name of an embedded file, or a file (docs/host_time.md).
#pragma once

#include <string>
#include <string_view>

#include "config/vta_config.h"
#include "explore/host/host_costs.h"

namespace vta::workbench {

// `measured` measures this machine, which takes seconds.
inline constexpr std::string_view kMeasuredHost = "measured";
explore::HostCosts host_by_name(const std::string& name);

// The configuration with a clock for a timeline: its own, else the one that is estimated for it.
VtaConfig with_some_clock(VtaConfig config);

inline constexpr const char* kHostHelp =
    "estimate the time from image to answer with this host: a name (vta host list), a file, or "
    "measured: this machine";

}  // namespace vta::workbench
