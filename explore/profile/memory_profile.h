// The static memory plan of a program: places and lifetimes in the arena.
#pragma once

#include "explore/profile/accesses.h"
#include "explore/profile/profile.h"

namespace vta::explore {

MemoryProfile memory_profile(const Program& program, const std::vector<Position>& positions);

}  // namespace vta::explore
