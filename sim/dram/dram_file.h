// Files of DRAMs: config/memories/*.json, embedded by name, or a user's own.
//
// A time is {"clocks": N}, {"ns": X}, or both: the larger one counts, and nanoseconds are whole
// clocks rounded up.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/dram/dram_config.h"

namespace vta {

struct NamedDram {
  std::string_view name, json;
};
std::span<const NamedDram> named_drams();

// ConfigError names the file, the member, its value and what is legal.
DramConfig parse_dram(std::string_view text, std::string_view origin);

// A name of named_drams(), or a file. ConfigError lists the names.
DramConfig load_dram(const std::string& name_or_path);

}  // namespace vta
