// The longest paths of the synthesized RTL.
#pragma once

#include <boost/json/object.hpp>

#include "config/vta_config.h"
#include "hw/synth/timing.h"

namespace vta::workbench {

// Schema vta.rtl.timing.
boost::json::object rtl_timing_json(const VtaConfig& config, const TimingReport& report);
void print_rtl_timing(const VtaConfig& config, const TimingReport& report);

}  // namespace vta::workbench
