// Energy of a run: an ESTIMATE. Events that the simulators count exactly, times published energies
// per operation of a 45 nm process.
//
// Source of the energies: M. Horowitz, "Computing's Energy Problem (and what we can do about it)",
// ISSCC 2014, pp. 10-14. The estimate excludes leakage, clock tree, control, wires and the host.
// Good for comparing configurations, not for sizing a power supply. docs/cost.md has the formula of
// every part.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "config/vta_config.h"
#include "explore/point.h"

namespace vta::explore {

// One access of `width_bits` to an SRAM of `size_bytes`: memories wider than 64 bits are so many
// banks of 64, each with its share of the bytes; between the published sizes (8 KiB 10 pJ, 32 KiB
// 20 pJ, 1 MiB 100 pJ) the logarithm of the energy is linear in that of the size; outside, it goes
// with the square root of the size.
double sram_access_pj(double size_bytes, double width_bits);

struct EnergyPart {
  std::string_view name;  // "mac", "alu", "uop", "inp", "wgt", "acc", "out", "dram"
  std::string_view description;
  double (*picojoules)(const VtaConfig& config, const PointResult& result);
};
std::span<const EnergyPart> energy_parts();

// The sum of the parts.
double energy_pj(const VtaConfig& config, const PointResult& result);

}  // namespace vta::explore
