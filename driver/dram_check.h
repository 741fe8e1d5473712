// The driver's checks of a stream before launch (ISA sections 3 and 4): every row of a LOAD or
// STORE lies inside one allocation, and no STORE touches instructions or micro-ops that the run
// reads. Both are DRAM_RANGE errors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "driver/allocator.h"
#include "driver/driver.h"
#include "hw/isa/codec.h"

namespace vta {

struct DramFault {
  int64_t insn = 0;  // index in the stream
  std::string text;
};

// The first fault in program order, or none. An instruction with a static error of a lower code,
// and everything after a FINISH or such an instruction, is not checked: the device reports those.
std::optional<DramFault> find_dram_fault(const VtaConfig& config, const Allocator& allocator,
                                         std::span<const InsnBits> insns,
                                         const LaunchRequest& request);

}  // namespace vta
