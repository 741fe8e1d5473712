// A device that runs the three units in any order that the tokens allow: a unit may race ahead or
// fall behind for as long as they permit. A stream that lacks a token gives wrong values here.
#pragma once

#include <memory>

#include "sim/device.h"

namespace vta::testing {

// Values are those of sim/semantics; instructions are not checked. Deadlocks are reported.
std::unique_ptr<Device> make_shuffled_device(const VtaConfig& config, uint64_t seed);

}  // namespace vta::testing
