// The highest clock of the RTL of a configuration: the longest path of its flattened, mapped
// netlist on a 7-series FPGA of speed grade -1. Cell delays, without wires
// (docs/timing_closure.md).
#pragma once

#include <cstdint>
#include <string>

#include "config/vta_config.h"
#include "hw/synth/timing_paths.h"

namespace vta {

inline constexpr const char* kTimingTop = "vta_core";

// Wires, as a share of cell delay: an allowance, not a measurement. The page explains the value of
// a half.
inline constexpr double kRoutingAllowance = 0.5;

constexpr double period_ns(int64_t cell_ps) {
  return static_cast<double>(cell_ps) * (1 + kRoutingAllowance) / 1000;
}
// 0 for no path.
constexpr double clock_mhz(int64_t cell_ps) {
  return cell_ps == 0 ? 0 : 1000 / period_ns(cell_ps);
}

// The part of a script of Yosys behind `synth_xilinx`: the cells of `top`, which has no hierarchy
// left, with the timing of the library, as JSON to the standard output. It reads kTimingCells.
inline constexpr const char* kTimingCells = "timing_cells.v";
std::string netlist_script(const std::string& top);

// Synthesizes module `top` alone (of the core, or of the shell: `vta_axi` is both), with the
// default values of its parameters, or finds an earlier netlist in the cache; then
// TimingReport has up to `paths` paths (at least 1). UsageError names a module that the RTL does
// not have, or says how to install the synthesizer; InputError as yosys_product and longest_paths.
TimingReport analyse_timing(const VtaConfig& config, const std::string& top, int64_t paths);

}  // namespace vta
