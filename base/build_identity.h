// Identity of the sources of this program on which results depend.
#pragma once

#include <string_view>

namespace vta {

// 16 hex digits over config, hw, sim, driver, runtime, compiler, explore/cost, explore/evaluate and
// explore/record: equal for programs with the same results for every point, wherever they were
// built (cmake/build_identity.cmake).
std::string_view build_identity();

}  // namespace vta
