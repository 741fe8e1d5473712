// The version of the tools, from CHANGELOG.md (cmake/version.cmake).
#pragma once

#include <string_view>

namespace vta {

std::string_view version();  // "0.1.0", between releases "0.1.0+dev35"

}  // namespace vta
