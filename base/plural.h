// Counts with their nouns, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vta {

// "1 launch", "2 launches", "0 entries"; `many` for irregular plurals.
std::string counted(int64_t count, std::string_view one, std::string_view many = "");

}  // namespace vta
