// Outcomes as bytes, for pipes, MPI messages and shared files of a sweep.
//
//   "VTAO" | version, 1 byte | length of the payload, 4 bytes | payload | XXH3 of it, 8 bytes
//
// The payload is numbers as zigzag varints and texts with their length, in the order of the
// members, behind the names of the quantities. Little-endian. A ResNet-18 with its layers takes
// about 4 KB.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explore/evaluate/outcome.h"

namespace vta::explore {

inline constexpr int kOutcomeVersion = 4;

std::string encode_outcome(const Outcome& outcome);

// The exact inverse. InputError, with `origin` in front, gives the reason of a refusal: not an
// outcome, another version, other quantities, truncated, longer than they should be, damaged.
Outcome decode_outcome(std::string_view bytes, std::string_view origin);

}  // namespace vta::explore
