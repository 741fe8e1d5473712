// Which sources this program was built from, as far as results depend on them.
#pragma once

#include <string_view>

namespace vta {

// 16 hex digits over config, hw, sim, driver, runtime, compiler, explore/cost, explore/evaluate and
// explore/record: equal for programs that find the same for the same point, whoever built them and
// where (cmake/build_identity.cmake).
std::string_view build_identity();

}  // namespace vta
