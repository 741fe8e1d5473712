// This machine as a host: its figures by kind of step, measured on operators that networks leave to
// it (docs/host_time.md, "Measured").
#pragma once

#include <cstdint>
#include <vector>

#include "explore/host/host_costs.h"
#include "runtime/program.h"

namespace vta::workbench {

inline constexpr int64_t kHostRuns = 5;

// Small networks with the first and last layers of several families, float and in int8, none of
// them with those of ResNet-18 or MobileNetV2.
std::vector<Program> calibration_programs();

// The rows are fitted to the least of so many runs of each step, processor time of one thread.
explore::HostCosts measured_host(int64_t runs = kHostRuns);

}  // namespace vta::workbench
