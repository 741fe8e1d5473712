// Estimates the area of a configuration on a 7-series FPGA without synthesizing it.
//
// Multipliers and block RAM follow from the RTL's structure and are counted exactly. Look-up tables
// and flip-flops of a module are a sum of coefficient times feature (area_features.h), fitted to
// the synthesis results of calibration/ (area_fit.h). README.md has the error on held-out points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/synth/area.h"
#include "hw/synth/area_calibration.h"

namespace vta {

// The rows of a synthesis report, estimated, for any legal configuration whose extensions the model
// has features of (require_modelled_extensions). Cells, multipliers and memory bits stay 0.
AreaReport estimate_area(const VtaConfig& config, const AreaCoefficients& by = coefficients().area);

enum class AreaSource { Synthesis, Model };
std::string_view area_source_name(AreaSource source);  // "synthesis", "model"

struct AreaFigure {
  AreaReport report;  // of SynthTarget::Xilinx7
  AreaSource source = AreaSource::Model;
};

// The synthesis result if calibration/ has one of this hardware, otherwise the model's. A pure
// function of the configuration: it reads no cache of results. Keys of the memory behind the port
// do not matter.
AreaFigure area_of(const VtaConfig& config);

// The committed synthesis result of exactly the present RTL, if there is one.
std::optional<AreaReport> committed_synthesis(const VtaConfig& config);

// Error of the model on a calibration point, per resource: estimated / synthesized - 1.
struct AreaError {
  double lut = 0, ff = 0, dsp = 0, bram18 = 0;
  double worst() const;  // the largest magnitude
};
AreaError area_error(const ModuleArea& estimated, const ModuleArea& synthesized);
// The largest magnitude per resource over the held-out points: the expected error of an estimate.
AreaError held_out_error();

// A table in Markdown: every point, its synthesis result, the model's errors. README.md has it.
std::string error_table(const std::vector<CalibrationPoint>& points, const AreaCoefficients& by);

}  // namespace vta
