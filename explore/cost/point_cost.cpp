#include "explore/cost/point_cost.h"

#include "explore/cost/energy.h"
#include "hw/synth/area_model.h"
#include "hw/synth/clock_model.h"

namespace vta::explore {

PointCost hardware_cost(const VtaConfig& config) {
  const AreaFigure area = area_of(config);
  const ModuleArea& total = area.report.total;
  PointCost cost;
  cost.lut = total.lut;
  cost.ff = total.ff;
  cost.dsp = total.dsp;
  cost.bram18 = total.bram18;
  cost.path_ps = longest_path_ps(config);
  cost.area_source = std::string(area_source_name(area.source));
  return cost;
}

PointCost point_cost(const VtaConfig& config, const PointResult& result) {
  PointCost cost = hardware_cost(config);
  for (const EnergyPart& part : energy_parts()) {
    const double picojoules = part.picojoules(config, result);
    cost.energy.emplace_back(part.name, picojoules);
    cost.energy_pj += picojoules;
  }
  return cost;
}

}  // namespace vta::explore
