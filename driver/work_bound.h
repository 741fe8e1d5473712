// The work of a stream, checked before it runs: a few instructions can run for years.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hw/isa/codec.h"

namespace vta {

// A text if the steps of a stream's GEMM and ALU instructions, or the elements that its LOADs and
// STOREs move, exceed `most`: the quantity, the instruction, the number. Nothing if a static error
// (ISA section 4) ends the run before.
std::optional<std::string> find_excess_work(const VtaConfig& config,
                                            std::span<const InsnBits> insns, int64_t most);

}  // namespace vta
