// The limit of open files, for code that cannot report itself that the limit is too low.
#pragma once

#include <cstdint>
#include <string_view>

namespace vta {

// ResourceError unless this many more files may be opened now.
void require_descriptors(int64_t count, std::string_view who);

// Raises this process's own limit to that number, within the system's limit.
void allow_descriptors(int64_t count);

}  // namespace vta
