// The required speed: the member "goal" of a specification, {"max_ms": 33.3} or
// {"min_fps": 30}, for a frame: an image of every network. It excludes no point; reports recommend
// the cheapest that reaches it.
#pragma once

#include <optional>

#include "base/json.h"

namespace vta::explore {

inline constexpr double kLeastGoal = 1e-3, kMostGoal = 1e9;  // of either

// Milliseconds per frame; nothing if the specification has no goal. InputError for both members or
// none, and for a value that is not a number within the limits.
std::optional<double> read_goal_ms(const JsonReader& spec);

double ms_of_fps(double fps);

}  // namespace vta::explore
