// What a stream asks for, told before it runs: a few instructions can ask for years.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hw/isa/codec.h"

namespace vta {

// In words, where the steps of a stream's GEMM and ALU instructions, or the elements that its LOADs
// and STOREs move, are more than `most`: what, up to which instruction, how many. Nothing where a
// static error (ISA section 4) ends the run before that.
std::optional<std::string> find_excess_work(const VtaConfig& config,
                                            std::span<const InsnBits> insns, int64_t most);

}  // namespace vta
