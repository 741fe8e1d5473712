// Area and paths of one synthesis: the data of a calibration point.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "hw/synth/area.h"
#include "hw/synth/timing_paths.h"

namespace vta {

struct SynthesisPoint {
  AreaReport area;      // of SynthTarget::Xilinx7, as from synthesize()
  TimingReport timing;  // of the core
};

// One run of Yosys: the core is mapped with its hierarchy, by which area is counted, and then
// flattened to one netlist for its paths. `vta rtl timing` flattens it first, in a second
// synthesis, so that modules are optimized together, too. README.md gives the difference. Errors
// are those of synthesize() and analyse_timing().
SynthesisPoint synthesize_point(const VtaConfig& config);

// The area of some modules alone: black boxes stand for all others that contain none of them. A
// module is mapped with its hierarchy, by itself, so these are its rows in synthesize_point().
// UsageError: the RTL has no such module.
std::vector<ModuleArea> synthesize_modules(const VtaConfig& config,
                                           const std::vector<std::string>& modules);

// The earlier result, if there is one.
std::optional<SynthesisPoint> kept_synthesis_point(const VtaConfig& config);

}  // namespace vta
