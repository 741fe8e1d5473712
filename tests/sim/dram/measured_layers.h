// Bursts of layers of ResNet-18 with the clocks that another simulator of DRAMs (Ramulator 2.1)
// found for each, on Zynq's DDR3-1066: a file has the bursts of a layer, and times for four
// accelerators.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/dram/burst_replay.h"

namespace vta {

inline constexpr std::array kMeasuredLayers = {
    "conv_64_64_56", "conv_128_128_28", "conv_256_256_14", "conv_512_512_7", "conv_64_128_stride2"};
inline constexpr std::array<ReplayPort, 4> kMeasuredPorts = {
    {{8, 100, 1}, {8, 100, 4}, {16, 200, 4}, {16, 333, 8}}};

struct MeasuredLayer {
  std::vector<DramBurst> bursts;
  std::array<std::vector<DramBurstTimes>, kMeasuredPorts.size()> times;
};
// InputError: there is no such file, or it is cut.
MeasuredLayer read_measured_layer(const std::string& name);

}  // namespace vta
