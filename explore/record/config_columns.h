// What databases and reports have of a configuration as columns of their own, to be sorted and
// filtered by.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "config/vta_config.h"

namespace vta::explore {

struct ConfigColumn {
  std::string_view name;
  int64_t (*of)(const VtaConfig& config);
  int64_t since = 1;  // version of the databases' schema that brought it
};

// In the order of the table `point` (docs/sweep_database.md).
std::span<const ConfigColumn> config_columns();

}  // namespace vta::explore
