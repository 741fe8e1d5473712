#include "explore/space/read_goal.h"

#include <fmt/format.h>

#include "base/error.h"

namespace vta::explore {

double ms_of_fps(double fps) {
  return 1e3 / fps;
}

std::optional<double> read_goal_ms(const JsonReader& spec) {
  if (!spec.has("goal"))
    return std::nullopt;
  const JsonReader goal = spec.get_object("goal");
  goal.refuse_unknown({"max_ms", "min_fps"});
  if (goal.has("max_ms") == goal.has("min_fps"))
    throw InputError(fmt::format(
        "{}: give one of \"max_ms\" (milliseconds per frame) and \"min_fps\" (frames per second)",
        goal.where()));
  const char* key = goal.has("max_ms") ? "max_ms" : "min_fps";
  const double value = goal.get_double(key);
  if (!(value >= kLeastGoal && value <= kMostGoal))
    throw InputError(fmt::format("{}: {} = {} is out of range (legal: {}..{})", goal.where(), key,
                                 value, kLeastGoal, kMostGoal));
  return goal.has("max_ms") ? value : ms_of_fps(value);
}

}  // namespace vta::explore
