// How fast is fast enough: the member "goal" of a specification, {"max_ms": 33.3} or
// {"min_fps": 30}, of a frame: an image of every network. It excludes no point; reports recommend
// the cheapest that reaches it.
#pragma once

#include <optional>

#include "base/json.h"

namespace vta::explore {

inline constexpr double kLeastGoal = 1e-3, kMostGoal = 1e9;  // of either

// Milliseconds of a frame; nothing where the specification has no goal. InputError for both members
// or none, and for what is no number within the limits.
std::optional<double> read_goal_ms(const JsonReader& spec);

double ms_of_fps(double fps);

}  // namespace vta::explore
