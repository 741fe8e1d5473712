// Launches of a program that is computed position by position (positions.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/launches.h"

namespace vta {

// Instructions from `first_insn` on, as they are stored, at a position of the context.
void move_to(const Positions& positions, int64_t position, int64_t first_insn,
             std::span<std::byte> insns);

// The instructions of a launch at `count` positions from `position` on, one after the other: each
// begins when the one before it is done, and the last ends with FINISH.
std::vector<std::byte> instructions_at(const Program& program, const LaunchStep& step,
                                       int64_t position, int64_t count);

// The launch of these instructions at `address`: the kernels of every position by themselves, which
// add_launch() puts together again.
LaunchRequest launch_request_at(const Program& program, const LaunchStep& step, uint64_t arena,
                                uint64_t address, int64_t count);

}  // namespace vta
