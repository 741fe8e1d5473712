// Files of DRAMs: config/memories/*.json, embedded by name, or a user's own.
//
// A time is {"clocks": N}, {"ns": X}, or both: the larger one counts, and nanoseconds are whole
// clocks rounded up.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "config/dram_config.h"

namespace vta {

struct NamedDram {
  std::string_view name, json;
};
std::span<const NamedDram> named_drams();

struct DramMappingName {
  std::string_view name;  // "row-bank-rank-column"
  DramMapping mapping;
};
std::span<const DramMappingName> dram_mappings();

// ConfigError names the file, the member, its value and what is legal.
DramConfig parse_dram(std::string_view text, std::string_view origin);

// A name of named_drams(), or a file. ConfigError lists the names.
DramConfig load_dram(const std::string& name_or_path);

}  // namespace vta
