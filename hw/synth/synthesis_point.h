// Area and paths of one synthesis: what a calibration point is made of.
#pragma once

#include <optional>

#include "config/vta_config.h"
#include "hw/synth/area.h"
#include "hw/synth/timing_paths.h"

namespace vta {

struct SynthesisPoint {
  AreaReport area;      // of SynthTarget::Xilinx7, as synthesise() has it
  TimingReport timing;  // of the core
};

// One run of Yosys: the core is mapped with its hierarchy, which area is counted by, and dissolved
// into one netlist for its paths. `vta rtl timing` dissolves it first, so that modules are
// optimised together, too: a second synthesis. README.md says how far the two are apart. Errors are
// those of synthesise() and analyse_timing().
SynthesisPoint synthesise_point(const VtaConfig& config);

// The result of an earlier time, if there is one.
std::optional<SynthesisPoint> kept_synthesis_point(const VtaConfig& config);

}  // namespace vta
