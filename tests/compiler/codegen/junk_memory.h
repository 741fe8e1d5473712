// A device whose memory is not zero at first, as on a board: a program may read only what it wrote,
// and lanes that nobody wrote must meet weights of zero.
#pragma once

#include <memory>

#include "runtime/program.h"
#include "sim/device.h"

namespace vta::testing {

// fsim, or another backend, with random bytes wherever the program's arena can be.
std::unique_ptr<Device> device_with_junk(const Program& program, uint64_t seed = 1,
                                         const char* backend = "fsim");

}  // namespace vta::testing
