// Addresses to places of a DRAM, by the order of their parts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/dram/dram_config.h"

namespace vta {

struct DramMappingName {
  std::string_view name;  // "row-bank-rank-column"
  DramMapping mapping;
};
std::span<const DramMappingName> dram_mappings();

// 0 <= address < the capacity.
DramPlace place_of(const DramOrganization& organization, DramMapping mapping, int64_t address);

}  // namespace vta
