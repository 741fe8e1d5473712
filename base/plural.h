// Numbers of things in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vta {

// "1 launch", "2 launches", "0 entries"; `many` where the rule of English does not give it.
std::string counted(int64_t count, std::string_view one, std::string_view many = "");

}  // namespace vta
