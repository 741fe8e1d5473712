// A progress line for work that reports its completed fraction.
#pragma once

#include <functional>
#include <string>

#include "base/progress.h"

namespace vta {

// A line on stderr, from the first part on until all (1) is done.
std::function<void(double part)> part_progress(const std::string& what,
                                               Progress::Output output = Progress::stderr_output());

}  // namespace vta
