// A progress line for work that says which part of it is done.
#pragma once

#include <functional>
#include <string>

#include "base/progress.h"

namespace vta {

// A line on stderr, from the first part on until all (1) is done.
std::function<void(double part)> part_progress(const std::string& what,
                                               Progress::Output output = Progress::stderr_output());

}  // namespace vta
