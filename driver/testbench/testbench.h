// Implementation of driver/testbench/vta.h, which cannot be included where namespace vta is
// declared.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hw/isa/codec.h"
#include "link/device_link.h"

namespace vta::testbench {

// Bytes that a stream accesses in each array, by MemoryType (Acc8 is counted with Acc). Nothing is
// counted from the first FINISH, or the first static error, on.
using Extents = std::array<int64_t, 5>;
Extents find_extents(const VtaConfig& config, std::span<const InsnBits> insns);

// The device; defined once in every library.
std::unique_ptr<DeviceLink> make_backend(const VtaConfig& config);

}  // namespace vta::testbench
