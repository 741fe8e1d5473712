// A configuration by its name on a command line, the same in every command.
#pragma once

#include <string>

#include "config/vta_config.h"

namespace vta::workbench {

// "default": a named one. "my.json": a file. "sweep.db#135": that of point 135 of a sweep's
// database, its memory included. ConfigError where it is none of these; InputError, which says why,
// where the database has no such point.
VtaConfig config_by_name(const std::string& name);

inline constexpr const char* kConfigHelp =
    "configuration: name, file, or point of a sweep (sweep.db#135)";

}  // namespace vta::workbench
