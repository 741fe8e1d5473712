// The instructions that cannot complete on a refusing memory (ISA section 4, BUS_ERROR), without
// bursts: a burst is refused where a word of it is, its words are those of its bytes, and the
// bursts of an instruction have all bytes of its rows and no others.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/refused_window.h"
#include "sim/semantics/static_check.h"

namespace vta {

// A LOAD or STORE one of whose rows has bytes in the window.
bool meets_refused_rows(const Insn& insn, const VtaConfig& config, const BaseAddresses& bases,
                        const RefusedWindow& refused);

// The first of the instructions at an address that has bytes in the window.
std::optional<int64_t> first_refused_insn(uint64_t insn_addr, int64_t count,
                                          const RefusedWindow& refused);

}  // namespace vta
