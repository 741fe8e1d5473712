// The version of the tools: the CMake project's.
#pragma once

#include <string_view>

namespace vta {

std::string_view version();  // "0.1.0"

}  // namespace vta
