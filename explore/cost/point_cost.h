// The costs of a point: area and clock of its hardware, energy of its run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/vta_config.h"
#include "explore/point.h"

namespace vta::explore {

struct PointCost {
  int64_t lut = 0, ff = 0, dsp = 0, bram18 = 0;
  // The longest path of the circuit, cell delay: hw/synth/clock_model.h; 0: not known, as in
  // databases of a vta without it.
  int64_t path_ps = 0;
  std::string area_source = {};  // of all above, "synthesis" or "model": hw/synth/area_model.h
  // An estimate (explore/cost/energy.h), of one run of all images, and its parts in the order of
  // energy_parts().
  double energy_pj = 0;
  std::vector<std::pair<std::string, double>> energy = {};
  bool operator==(const PointCost&) const = default;
};

// Without a run: area and clock. A pure function of the configuration and of this version of the
// tool: no cache.
PointCost hardware_cost(const VtaConfig& config);

PointCost point_cost(const VtaConfig& config, const PointResult& result);

}  // namespace vta::explore
