// Budgets: what excludes a legal configuration from a sweep.
//
//   "constraints": {"max_macs": 1024, "max_scratchpad_bytes": 524288, "max_dsp": 220}
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "config/vta_config.h"
#include "explore/space/exclusion.h"

namespace vta::explore {

// What a configuration occupies of an FPGA of the Xilinx 7 series.
struct AreaUse {
  double lut = 0, ff = 0, dsp = 0, bram18 = 0;
};
// Injected: the area model is no business of this folder.
using AreaOf = std::function<AreaUse(const VtaConfig&)>;

struct Constraint {
  std::string_view name;  // "max_macs": a row of the table
  int64_t limit = 0;      // inclusive
};

// The member "constraints". InputError for unknown names (the nearest is named) and limits below 1.
std::vector<Constraint> parse_constraints(const JsonReader& constraints);
std::span<const std::string_view> constraint_names();
bool needs_area(std::span<const Constraint> constraints);

// The first constraint that a legal configuration breaks; kind "constraint", rule its name.
// `area` is called once where a constraint needs it, and not at all otherwise.
std::optional<Exclusion> broken_constraint(std::span<const Constraint> constraints,
                                           const VtaConfig& config, const AreaOf& area);

// Bytes of the four scratchpads together.
int64_t scratchpad_bytes(const VtaConfig& config);

}  // namespace vta::explore
