// What an evaluation is compared with: a network compiled whole, and run through the executor.
#pragma once

#include "explore/network.h"
#include "explore/point.h"
#include "runtime/program.h"

namespace vta::explore::testing {

NetworkSpec digits();    // trained, 32x32: a few kernels
NetworkSpec resnet18();  // of the zoo
// 17 channels, an image of 9x225, a pad beyond the fields of an instruction, an add, a dense layer.
NetworkSpec odd_network();

// As `vta compile` makes it.
Program whole_program(const NetworkSpec& network, const PointSpec& point);

// As `vta run --backend csim` finds it, with values or --timing-only.
PointResult whole_run(const Program& program, bool values);

}  // namespace vta::explore::testing
