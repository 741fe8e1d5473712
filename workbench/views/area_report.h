// What the hardware costs, module by module, and whether it fits a device.
#pragma once

#include <boost/json/object.hpp>

#include "config/device.h"
#include "config/vta_config.h"
#include "hw/synth/area.h"
#include "hw/synth/area_model.h"

namespace vta::workbench {

// Schema vta.rtl.area.
boost::json::object area_json(const VtaConfig& config, const AreaReport& report, AreaSource source,
                              const FpgaDevice& device);
void print_area_table(const VtaConfig& config, const AreaReport& report, AreaSource source,
                      const FpgaDevice& device);

}  // namespace vta::workbench
