// What the process does, for a signal handler, which must not wait for anybody.
#pragma once

#include <string_view>

namespace vta {

// What ResourceMeter::check_time() was last called for, in any thread; shortened.
std::string_view current_step();

}  // namespace vta
