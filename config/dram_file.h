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
bool is_known_dram(std::string_view name);

struct DramMappingName {
  std::string_view name;  // "row-bank-rank-column"
  DramMapping mapping;
};
std::span<const DramMappingName> dram_mappings();

// ConfigError names the file, the member, its value and what is legal.
DramConfig parse_dram(std::string_view text, std::string_view origin);

// What a configuration's MEM_DRAM says: a name of named_drams(), or the text of a file. The same
// text is read once in a process. ConfigError.
const DramConfig& dram_of(const std::string& name_or_text);
std::string dram_name(const std::string& name_or_text);  // also of a text with mistakes
std::string dram_json(const std::string& name_or_text);  // as a value in a file

// A name of named_drams(), or a file. ConfigError lists the names.
DramConfig load_dram(const std::string& name_or_path);

}  // namespace vta
