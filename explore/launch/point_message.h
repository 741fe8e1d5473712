// An outcome with its point as bytes, for shares of tasks and messages between ranks.
#pragma once

#include <string>
#include <string_view>

#include "explore/sweep/runner.h"

namespace vta::explore {

// index, worker, seconds (8 bytes each, little-endian), then encode_outcome().
std::string encode_message(const PointOutcome& outcome);
// InputError, with `origin` in front, where the bytes are none of these.
PointOutcome decode_message(std::string_view bytes, std::string_view origin);

}  // namespace vta::explore
