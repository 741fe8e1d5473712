// Whether a configuration fits a device, with sentences on the obstacles and on remedies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/device.h"
#include "config/vta_config.h"
#include "hw/synth/area.h"

namespace vta {

// Look-up tables of one of the GEMM's 8 x 8 multipliers with its adder, when it is not a DSP48E1: a
// dot product of four takes 721 where Yosys may not use DSPs.
inline constexpr int64_t kSoftMultiplierLuts = 180;

struct DeviceFit {
  bool fits = false;  // as it is
  // "DSP48E1 316 of 220: PRODUCTS_PER_MULTIPLIER 2 saves 128". The last one is the verdict.
  std::vector<std::string> sentences;
  // With the remedies that the sentences name.
  bool fits_after = false;
  VtaConfig remedied;
  int64_t soft_multipliers = 0;  // of the GEMM, built from look-up tables
  ModuleArea after;
};

inline DeviceUse use_of(const ModuleArea& total) {
  return {.lut = total.lut, .ff = total.ff, .dsp = total.dsp, .bram18 = total.bram18};
}

// `total` is the area of `config`, from synthesis or from the model; the savings of a remedy come
// from the model. Remedies, in this order: a bus and bursts that the memory port supports, one read
// port of the accumulators, smaller scratchpads, two products per multiplier, multipliers built
// from look-up tables, a narrower bus, fewer lanes. Synthesis only: whether a full device can be
// placed and meets its timing is not known.
DeviceFit device_fit(const FpgaDevice& device, const ModuleArea& total, const VtaConfig& config);

}  // namespace vta
