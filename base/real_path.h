// One name for one file.
#pragma once

#include <string>

namespace vta {

// Absolute, without symbolic links, "." and "..": equal for every path to a file but for hard
// links. Also of a file that is not there (yet), behind a link as well. InputError for a circle of
// links.
std::string real_path(const std::string& path);

}  // namespace vta
