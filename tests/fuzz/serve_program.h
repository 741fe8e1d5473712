// A session of `vta serve` that is given a program, and runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/program.h"

namespace vta::fuzz {

// The worker of a session, in this process: Open, the program as a file, a run of its launches and
// one with inputs of zeros, on every backend but tsim. Ends the process where the session answers
// with an error of our own, or not at all.
void serve_program(const Program& program, std::span<const std::byte> file, int64_t device_bytes,
                   int64_t most_cycles);

}  // namespace vta::fuzz
