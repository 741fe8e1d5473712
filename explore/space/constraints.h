// Budgets, which exclude legal configurations from a sweep.
//
//   "constraints": {"max_macs": 1024, "max_scratchpad_bytes": 524288, "max_dsp": 220}
//   "constraints": {"device": "zynq7020", "max_lut": 40000}
//
//   "constraints": {"min_top1": 98, "min_sqnr_db": 20}
//
// A device (config/device.h) stands for its max_lut, max_ff, max_dsp and max_bram36; of two limits
// on one resource, the smaller applies.
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
#include "explore/accuracy.h"
#include "explore/space/exclusion.h"

namespace vta::explore {

// The area of a configuration on an FPGA of the Xilinx 7 series.
struct AreaUse {
  double lut = 0, ff = 0, dsp = 0, bram18 = 0;
};
// Injected, because this folder does not depend on the area model.
using AreaOf = std::function<AreaUse(const VtaConfig&)>;

struct Constraint {
  std::string_view name;  // "max_macs": a row of the table
  double limit = 0;       // inclusive
};

// The member "constraints". InputError for unknown names (the nearest is named), limits below 1 and
// devices that are neither known nor a file relative to `folder`.
std::vector<Constraint> parse_constraints(const JsonReader& constraints, const std::string& folder);
std::span<const std::string_view> constraint_names();
// Whether it is a lower limit of accuracy, which does not follow from a configuration.
bool is_least(std::string_view constraint);
bool needs_area(std::span<const Constraint> constraints);

// The first constraint that a legal configuration breaks; kind "constraint", rule its name.
// `area` is called once if a constraint needs it, otherwise not at all.
std::optional<Exclusion> broken_constraint(std::span<const Constraint> constraints,
                                           const VtaConfig& config, const AreaOf& area);

// The first lower limit that an accuracy misses, as above; an unknown accuracy misses it.
std::optional<Exclusion> missed_accuracy(std::span<const Constraint> constraints,
                                         const Accuracy& accuracy);

// Bytes of the four scratchpads together.
int64_t scratchpad_bytes(const VtaConfig& config);

}  // namespace vta::explore
